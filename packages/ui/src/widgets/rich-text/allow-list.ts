import { parsedUrl } from '../../parsed-url.ts';

/**
 * The allowed HTML of documents and blocks: elements with their attributes; everything else is removed. No style,
 * class, id or name; no svg, math, form, iframe or template.
 */
export const allowedElements: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'b i em strong u s del sub sup mark kbd p br hr h1 h2 h3 h4 h5 h6 ul li dl dt dd blockquote code pre span figure figcaption table caption thead tbody tfoot tr'
      .split(' ')
      .map((name) => [name, []]),
  ),
  ol: ['start'],
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
};

/** Whether a link may be followed: http, https, mailto, tel, and pages of this site. */
export function isAllowedLink(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(href);
}

/** Whether an image may be shown: files of this site, `data:` pictures other than SVG, and https files of listed hosts. */
export function isAllowedImage(src: string, hosts: readonly string[]): boolean {
  if (/^\/(?![/\\])/.test(src) || /^data:image\/(png|jpeg|gif|webp);base64,/.test(src)) return true;
  const url = parsedUrl(src);
  return url?.protocol === 'https:' && hosts.includes(url.host);
}
