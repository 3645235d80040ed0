import { allowedElements, isAllowedImage, isAllowedLink } from './allow-list.ts';

/** The part of the browser's Sanitizer API that is used here; neither all browsers nor the compiler's library have it yet. */
type SafeHtml = { setHTML?: (html: string, options: { sanitizer: unknown }) => void };

/** Sanitises HTML in a separate document, where no picture loads and no script runs, and returns its nodes. */
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

/** Checks addresses of links and pictures, which a list of names cannot express. */
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
