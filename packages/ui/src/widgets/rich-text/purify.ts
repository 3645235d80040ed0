import purifier from 'dompurify';
import { allowedElements } from './allow-list.ts';

/**
 * Sanitises HTML where the browser has no sanitiser of its own; loaded only there. It shares the library's default
 * instance with every other user on the page: each instance creates a Trusted Types policy `dompurify`, and our content
 * security policy allows that name once.
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
