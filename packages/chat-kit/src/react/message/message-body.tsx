import { type JSX, type ReactNode, useContext, useRef } from 'react';
import { isPlain, keepsLines, roughText, type Sanitise } from '../../headless/html/html-text.ts';
import { findLinks, type TextPiece } from '../../headless/html/link-text.ts';
import { SanitiserContext, type TextFormat } from '../list-settings.ts';
import { usePageEffect } from '../use-page-effect.ts';

/** A message's text: plain text unchanged, other text as sanitised HTML; in the format `text` with its addresses as links. @source R12.2 */
export function bodyOf(text: string, format: TextFormat): JSX.Element {
  if (isPlain(text)) return textBody(text);
  return format === 'text' ? textBody(findLinks(text).map(pieceOf)) : <HtmlBody html={text} />;
}

/** A text in its own direction, with its line breaks. */
const textBody = (content: ReactNode): JSX.Element => (
  <div className="ck-text" dir="auto">
    {content}
  </div>
);

const pieceOf = (piece: TextPiece, at: number): ReactNode =>
  typeof piece === 'string' ? (
    piece
  ) : (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
    <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer">
      {piece.text}
    </a>
  );

/** One of the two places in the product that insert foreign HTML into a page. @source security 4.9 */
function HtmlBody({ html }: { html: string }): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const { sanitise, demand } = useContext(SanitiserContext);
  usePageEffect(() => {
    if (!sanitise) demand();
    else if (holder.current) insert(holder.current, html, sanitise);
  }, [html, sanitise, demand]);
  if (!sanitise) return textBody(roughText(html));
  return <div key="html" ref={holder} className={keepsLines(html) ? 'ck-html ck-lines' : 'ck-html'} dir="auto" />;
}

/** Inserts sanitised HTML; a sanitiser that fails leaves readable text. */
function insert(holder: HTMLElement, html: string, sanitise: Sanitise): void {
  try {
    const clean = sanitise(html);
    if (clean instanceof DocumentFragment) holder.replaceChildren(clean);
    // the value is an injected sanitiser's result, a string or a trusted value, which the DOM types do not distinguish
    else holder.innerHTML = clean as string;
  } catch {
    holder.textContent = roughText(html);
  }
}
