const quote = 34;
const backslash = 92;
const colon = 58;

/** The end of a text whose opening quote stands at `start`. */
const endOfText = (json: string, start: number): number => {
  let at = start + 1;
  while (json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1;
  return at;
};

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

/**
 * How many keys a JSON text writes down, repeated ones each time: parsing keeps the last of them alone, so that a number above that of the
 * parsed value means that a key was repeated. The text must be valid JSON.
 */
export const writtenKeys = (json: string): number => {
  let keys = 0;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', at)) {
    at = endOfText(json, at) + 1;
    while (isSpace(json.charCodeAt(at))) at += 1;
    if (json.charCodeAt(at) === colon) keys += 1;
  }
  return keys;
};
