// Whether the server asks for its access code before anything else.

export const door = $state({ closed: false });
