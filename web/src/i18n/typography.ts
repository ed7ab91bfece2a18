// French typography: replace the plain spaces and apostrophes of the catalogues.

const NO_BREAK = "\u00A0";
const NARROW = "\u202F";

/** No-break spaces before a colon and inside guillemets, narrow ones before ; ! and ?, and in large numbers. */
export function frenchSpaces(text: string): string {
  return text
    .replace(/ (?=:(?:\s|$))/g, NO_BREAK)
    .replace(/(?<=«) | (?=»)/g, NO_BREAK)
    .replace(/ (?=[;!?])/g, NARROW)
    .replace(/(?<=\d) (?=%)/g, NO_BREAK)
    .replace(/ (?=–)/g, NO_BREAK)
    .replace(/'/g, "’");
}
