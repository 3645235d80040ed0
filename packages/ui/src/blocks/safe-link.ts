import { parsedUrl } from '../parsed-url.ts';

/** Attributes of a link from data: a page of this portal (`#/…`) or an https address; `null` for anything else. */
export function safeLink(link: string | null | undefined): { href: string; target?: '_blank'; rel?: string } | null {
  if (!link) return null;
  if (link.startsWith('#/')) return { href: link };
  if (/^https:\/\//i.test(link) && parsedUrl(link) !== null)
    return { href: link, target: '_blank', rel: 'noopener noreferrer' };
  return null;
}
