import { safeLink, safeMedia } from './safe-address.ts';

/** Elements allowed in a message's HTML. @source security 4.9 */
export const allowedTags: ReadonlySet<string> = new Set(
  (
    'a abbr b blockquote br caption code col colgroup dd del div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins ' +
    'kbd li mark ol p pre q s small span strong sub sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
);

/** Attributes allowed on them; `style`, `class`, `id` and `name` are not allowed. @source security 4.9 */
export const allowedAttributes: ReadonlySet<string> = new Set([
  'href',
  'src',
  'alt',
  'title',
  'width',
  'height',
  'colspan',
  'rowspan',
  'start',
  'lang',
  'dir',
]);

/** Elements that are replaced by their content; every other unknown element is removed with its content. */
export const unwrappedTags: ReadonlySet<string> = new Set(
  (
    'address article aside bdi bdo big center cite data details dfn dir fieldset font footer form header hgroup label legend ' +
    'main menu nav nobr output rb rp rt ruby samp search section strike summary time tt var wbr'
  ).split(' '),
);

const number = /^\d{1,4}$/u;

/** The page's settings that the policy needs. */
export interface HtmlPolicy {
  /** Hosts besides the page's own origin that pictures may be loaded from. */
  imageHosts: readonly string[];
  /** `alt` for a picture without one. */
  imageAlt: string;
}

/**
 * Enforces the allow-list on a parsed tree, in place, as a second defence behind the sanitiser. Links open in a new tab
 * without opener; pictures load lazily, send no referrer and come from listed hosts. The tree must belong to a document
 * that loads nothing (one without a window).
 *
 * @source security 4.9
 */
export function applyPolicy(root: ParentNode, policy: HtmlPolicy): void {
  for (const element of root.querySelectorAll('*')) {
    const tag = element.localName;
    if (!root.contains(element)) continue;
    const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
    if (isHtml && allowedTags.has(tag)) holdAttributes(element, policy);
    else if (isHtml && unwrappedTags.has(tag)) element.replaceWith(...element.childNodes);
    else element.remove();
  }
}

function holdAttributes(element: Element, policy: HtmlPolicy): void {
  for (const { name, value } of Array.from(element.attributes)) {
    const isNumber = ['width', 'height', 'colspan', 'rowspan', 'start'].includes(name);
    if (!allowedAttributes.has(name) || (isNumber && !number.test(value))) element.removeAttribute(name);
  }
  if (element.localName === 'a') holdLink(element);
  else element.removeAttribute('href');
  if (element.localName === 'img') holdImage(element, policy);
  else element.removeAttribute('src');
}

function holdLink(link: Element): void {
  const href = safeLink(link.getAttribute('href') ?? '');
  if (!link.hasAttribute('href') || href === undefined) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('href', href);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}

function holdImage(image: Element, policy: HtmlPolicy): void {
  const src = safeMedia(image.getAttribute('src') ?? '', policy.imageHosts);
  if (src === undefined) {
    image.replaceWith(image.ownerDocument.createTextNode(image.getAttribute('alt') ?? ''));
    return;
  }
  image.setAttribute('src', src);
  image.setAttribute('alt', image.getAttribute('alt') || policy.imageAlt);
  image.setAttribute('loading', 'lazy');
  image.setAttribute('decoding', 'async');
  image.setAttribute('referrerpolicy', 'no-referrer');
  if (image.closest('a') !== null) return;
  // a picture outside a link can be enlarged, by keyboard too
  image.setAttribute('tabindex', '0');
  image.setAttribute('role', 'button');
}
