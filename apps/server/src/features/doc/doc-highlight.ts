import { simplifiedText } from '@ronghui/domain/search-text';
import { escapeHtml } from '#kernel/http/replies/plain-page';

/**
 * Marks the matches of a query. The result is HTML-escaped text with `<mark>` and no other tag, so that a client can parse it as text.
 */

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** A pattern of a query's words; for Chinese also of its pairs of characters, because they may occur apart from each other. */
export const markPattern = (stretches: readonly string[]): RegExp | null => {
  const pairs = stretches.flatMap((stretch) => {
    const characters = [...stretch];
    if (!/\p{Script=Han}/u.test(stretch) || characters.length < 3) return [];
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  const all = [...new Set([...stretches, ...pairs])].filter((each) => each !== '').sort((a, b) => b.length - a.length);
  return all.length === 0 ? null : new RegExp(all.map(quoted).join('|'), 'giu');
};

/** Whether a text has a match. */
export const hasMark = (text: string, pattern: RegExp | null): boolean =>
  pattern !== null && simplifiedText(text).search(pattern) >= 0;

/** The text with every match marked; traditional signs match simplified ones. */
export const highlight = (text: string, pattern: RegExp | null): string => {
  if (pattern === null) return escapeHtml(text);
  let done = 0;
  let html = '';
  for (const match of simplifiedText(text).matchAll(pattern)) {
    const end = match.index + match[0].length;
    html += `${escapeHtml(text.slice(done, match.index))}<mark>${escapeHtml(text.slice(match.index, end))}</mark>`;
    done = end;
  }
  return html + escapeHtml(text.slice(done));
};

/** About `length` characters of the text around the first match; the fallback when there is none. */
export const excerpt = (
  text: string,
  pattern: RegExp | null,
  { fallback, length = 120 }: { fallback: string; length?: number },
) => {
  const at = pattern === null ? -1 : simplifiedText(text).search(pattern);
  if (at < 0) return fallback;
  const from = Math.max(0, at - 30);
  const piece = text.slice(from, from + length);
  return `${from > 0 ? '…' : ''}${piece}${from + length < text.length ? '…' : ''}`;
};
