import { applyPolicy, type HtmlPolicy, removedWhole } from './html-policy.ts';

/**
 * Makes foreign HTML harmless. A fragment is put into the page as it is; a text or a trusted value is parsed by the
 * browser without further checks, so whoever injects such a sanitiser answers for it.
 */
export type Sanitise = (html: string) => DocumentFragment | { toString: () => string };

/** How the kit's own sanitiser is made. */
export interface SanitiserOptions extends Partial<HtmlPolicy> {
  /** Which engine parses: the browser's own where it has one (`auto`), or always DOMPurify. */
  engine?: 'auto' | 'dompurify';
}

/** Whether a text needs the sanitiser at all: one without `<` and `&` is shown as it is. */
export function isHtml(text: string): boolean {
  return text.includes('<') || text.includes('&');
}

/**
 * What is readable in HTML, as plain text, while the sanitiser is still loading. Never put it into a page as HTML.
 */
export function roughText(html: string): string {
  return html
    .replace(/<(script|style|template|textarea)\b[\s\S]*?<\/\1\s*>/giu, '')
    .replace(/<[^>]*>/gu, '')
    .replace(/&lt;/gu, '<')
    .replace(/&gt;/gu, '>')
    .replace(/&quot;/gu, '"')
    .replace(/&#0?39;/gu, "'")
    .replace(/&nbsp;/gu, ' ')
    .replace(/&amp;/gu, '&');
}

/**
 * Makes the kit's sanitiser: the browser's `Element.setHTML` where there is one, otherwise DOMPurify with its own
 * defaults, which is loaded only then; behind either the allow-list of `html-policy.ts`. It sets no hook and no
 * configuration that another user of DOMPurify on the page could see.
 *
 * @source R12.2, security 4.9
 */
export async function loadSanitiser(options: SanitiserOptions = {}): Promise<Sanitise> {
  const native = options.engine === 'dompurify' ? undefined : nativeSanitiser(options);
  return native ?? withPolicy(await purifyParser(), options);
}

/** The sanitiser of `loadSanitiser` at once, in a browser that has one of its own; undefined elsewhere. */
export function nativeSanitiser(options: SanitiserOptions = {}): Sanitise | undefined {
  const parse = nativeParser();
  return parse === undefined ? undefined : withPolicy(parse, options);
}

function withPolicy(parse: Parse, { imageHosts = [], imageAlt = '图片' }: SanitiserOptions): Sanitise {
  return (html) => {
    const fragment = parse(html);
    applyPolicy(fragment, { imageHosts, imageAlt });
    return fragment;
  };
}

type Parse = (html: string) => DocumentFragment;

type NativeElement = HTMLElement & { setHTML: (html: string, options: { sanitizer: Sanitizer }) => void };

const isNative = (element: HTMLElement): element is NativeElement => 'setHTML' in element;

/** The browser's own sanitiser, working in a document that loads nothing; undefined where there is none that obeys. */
function nativeParser(): Parse | undefined {
  if (typeof Sanitizer !== 'function') return undefined;
  try {
    const inert = document.implementation.createHTMLDocument('');
    const sanitizer = new Sanitizer({ removeElements: [...removedWhole], comments: false });
    if (!isNative(inert.body)) return undefined;
    return (html) => {
      const fragment = inert.createDocumentFragment();
      const holder = inert.createElement('div');
      if (isNative(holder)) holder.setHTML(html, { sanitizer });
      fragment.append(...holder.childNodes);
      return fragment;
    };
  } catch {
    return undefined;
  }
}

async function purifyParser(): Promise<Parse> {
  const { default: purify } = await import('dompurify');
  if (!purify.isSupported) throw new Error('DOMPurify does not run here');
  return (html) => {
    const fragment = purify.sanitize(html, { RETURN_DOM_FRAGMENT: true });
    if (fragment.ownerDocument.defaultView !== null) throw new Error('DOMPurify was set up to return live nodes');
    return fragment;
  };
}
