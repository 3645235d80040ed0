/**
 * The file name of a `Content-Disposition`, without any path: `filename*` (RFC 5987) before `filename`, whose bytes are read as
 * UTF-8 where they are (percent-encoded or raw). Without a name: `download`.
 *
 * @source R7.3, contract 2
 */
export const fileNameOf = (disposition: string | null): string => {
  const extended = disposition?.match(/filename\*\s*=\s*(?:UTF-8|utf-8)'[^']*'([^;]+)/)?.[1];
  const quoted = disposition?.match(/filename\s*=\s*"((?:[^"\\]|\\.)*)"/)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const plain = disposition?.match(/filename\s*=\s*([^";]+)/)?.[1];
  const name = decoded(extended?.trim()) ?? decoded(rawUtf8(quoted ?? plain?.trim()));
  return name?.split(/[/\\]/).at(-1) || 'download';
};

const decoded = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Decodes bytes above 127, which arrive as Latin-1, where they form UTF-8. */
const rawUtf8 = (text: string | undefined): string | undefined => {
  if (text === undefined || !/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
};
