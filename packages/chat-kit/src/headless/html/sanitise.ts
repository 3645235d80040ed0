import { allowedTags, applyPolicy, type HtmlPolicy, unwrappedTags } from './html-policy.ts';
import type { Sanitise } from './html-text.ts';
import { textToHtml } from './link-text.ts';

/** Options of the kit's sanitiser. */
export interface SanitiserOptions extends Partial<HtmlPolicy> {
  /** The HTML parser: `auto` takes the browser's own sanitiser where there is one, otherwise DOMPurify. */
  engine?: 'auto' | 'dompurify';
}

/**
 * Makes the kit's sanitiser: the browser's `Element.setHTML`, or where that is missing DOMPurify with default settings,
 * loaded on demand; both are followed by the allow-list of `html-policy.ts`. It sets no hook and no configuration that
 * another user of DOMPurify on the page could see. In a text without tags, addresses become links.
 *
 * @source R12.2, security 4.9
 */
export async function loadSanitiser(options: SanitiserOptions = {}): Promise<Sanitise> {
  const { imageHosts = [], imageAlt = '图片', engine = 'auto' } = options;
  const parse = (engine === 'auto' ? nativeParser() : undefined) ?? (await purifyParser());
  return (text) => {
    const fragment = parse(/[<&]/u.test(text) ? text : textToHtml(text));
    applyPolicy(fragment, { imageHosts, imageAlt });
    return fragment;
  };
}

type Parse = (html: string) => DocumentFragment;

type NativeElement = HTMLElement & { setHTML: (html: string, options: { sanitizer: Sanitizer }) => void };

const isNative = (element: HTMLElement): element is NativeElement => 'setHTML' in element;

/** The browser's own sanitiser in a document that loads nothing; undefined where it is missing or does not work. */
function nativeParser(): Parse | undefined {
  if (typeof Sanitizer !== 'function') return undefined;
  try {
    const inert = document.implementation.createHTMLDocument('');
    // NOTE a list of what to remove instead of what to keep makes Chromium 156 crash on `<marquee>`
    const sanitizer = new Sanitizer({
      elements: [...allowedTags],
      replaceWithChildrenElements: [...unwrappedTags],
      comments: false,
    });
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
