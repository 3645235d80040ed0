import { type JSX, useContext, useLayoutEffect, useRef } from 'react';
import { isPlain, roughText, type Sanitise } from '../../headless/html/html-text.ts';
import { SanitiserContext } from '../list-settings.ts';

/** A message's text: plain text unchanged, other text as sanitised HTML. @source R12.2 */
export function bodyOf(text: string): JSX.Element {
  return isPlain(text) ? <div className="ck-text">{text}</div> : <HtmlBody html={text} />;
}

/** One of the two places in the product that insert foreign HTML into a page. @source security 4.9 */
function HtmlBody({ html }: { html: string }): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const { sanitise, demand } = useContext(SanitiserContext);
  useLayoutEffect(() => {
    if (!sanitise) demand();
    else if (holder.current) insert(holder.current, html, sanitise);
  }, [html, sanitise, demand]);
  if (!sanitise) return <div className="ck-text">{roughText(html)}</div>;
  return <div key="html" ref={holder} className="ck-html" />;
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
