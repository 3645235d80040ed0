/** The address of a text; `null` for what is none. `URL.canParse` and `URL.parse` are newer than the oldest browsers. */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
