import { hash } from 'node:crypto';

const maxKept = 10_000;

/**
 * SHA-256 of texts that come again call after call, of a token and of a read's payload: looking the two up instead of computing them takes
 * one microsecond of thirty off a public read. Texts longer than `maxLength` are not kept; a full table begins again.
 */
export const createDigests = (encoding: 'hex' | 'base64', maxLength: number): ((text: string) => string) => {
  const kept = new Map<string, string>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = hash('sha256', text, encoding);
    if (text.length > maxLength) return made;
    if (kept.size >= maxKept) kept.clear();
    // A copy: what was cut out of a header or a body keeps the whole of it in memory.
    kept.set(Buffer.from(text).toString(), made);
    return made;
  };
};
