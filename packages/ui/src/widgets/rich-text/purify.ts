import purifier from 'dompurify';
import { allowedElements } from './allow-list.ts';

/**
 * Cleans HTML where the browser has no sanitiser of its own; loaded only there. It is the library's own instance, for all texts and
 * whoever else on the page: each instance makes a Trusted Types policy `dompurify`, and ours lets that name be made once.
 */
export function purify(html: string): DocumentFragment {
  const body = purifier.sanitize(html, {
    ALLOWED_TAGS: Object.keys(allowedElements),
    ALLOWED_ATTR: [...new Set(Object.values(allowedElements).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM: true,
  });
  const fragment = body.ownerDocument?.createDocumentFragment() ?? document.createDocumentFragment();
  fragment.append(...body.childNodes);
  return fragment;
}
