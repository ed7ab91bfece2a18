// Whether the server asks for its access code.

export const access = $state({ codeNeeded: false });
