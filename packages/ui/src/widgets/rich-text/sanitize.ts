import { allowedElements, isAllowedImage, isAllowedLink } from './allow-list.ts';

/** The part of the browser's sanitiser that is used here; not in every browser, nor in the compiler's library yet. */
type SafeHtml = { setHTML?: (html: string, options: { sanitizer: unknown }) => void };

/** Cleans HTML in a document of its own, where no picture loads and no script runs, and hands back its nodes. */
export function sanitize(html: string, imageHosts: readonly string[]): Promise<Node[]> | Node[] {
  const { body } = document.implementation.createHTMLDocument('');
  const native: HTMLElement & SafeHtml = body;
  if (native.setHTML) {
    native.setHTML(html, { sanitizer: nativeAllowList() });
    return finish(body, imageHosts);
  }
  return import('./purify.ts').then(({ purify }) => finish(purify(html), imageHosts));
}

function nativeAllowList(): unknown {
  return {
    elements: Object.entries(allowedElements).map(([name, attributes]) => ({ name, attributes: [...attributes] })),
    replaceWithChildrenElements: 'div section article main header footer center font label small big ins tt'.split(' '),
    comments: false,
  };
}

/** What an allow-list of names cannot say: which addresses links and pictures may have. */
function finish(root: ParentNode, imageHosts: readonly string[]): Node[] {
  for (const link of root.querySelectorAll('a')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    if (!isAllowedLink(href)) link.removeAttribute('href');
    else if (/^https?:/i.test(href)) link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const image of root.querySelectorAll('img')) {
    if (isAllowedImage(image.getAttribute('src') ?? '', imageHosts)) {
      image.setAttribute('loading', 'lazy');
      image.setAttribute('decoding', 'async');
      if (!image.hasAttribute('alt')) image.setAttribute('alt', '');
    } else image.replaceWith(image.getAttribute('alt') ?? '');
  }
  return [...root.childNodes];
}
