import { listDocsThatLink, listOutlines } from '#features/doc/doc.reads';
import type { Db } from '#kernel/database/db';
import type { PathFault } from '../content-conform.ts';
import { type DocLink, docLinkOf, isSafeLink, type Rendered, renderMarkdown, textFault } from '../markdown.ts';

/** A document's text as visitors get it, where it leads, and what is wrong with it by itself. */
export interface DocRendering extends Rendered {
  readonly links: readonly (DocLink & { readonly line: number })[];
  readonly faults: readonly PathFault[];
}

const path = ['markdown'];
const isStored = (src: string): boolean => /^\/media\/[a-z0-9]{32}\.(?:svg|png|jpg|webp)$/.test(src);

/** Why the text of a body cannot be stored, not even as a draft. @source security 4.8, decision 0092 */
export const boundFaults = (at: string, text: string): readonly PathFault[] => {
  const fault = textFault(text);
  return fault === null ? [] : [{ path: [at], message: fault }];
};

/** Renders a document as staff write it: pictures are addresses of stored ones, links name documents by their slugs. @source R11.3, security 4.9 */
const renderAnew = (key: string, markdown: string): DocRendering => {
  const links: (DocLink & { readonly line: number })[] = [];
  const faults: PathFault[] = [...boundFaults('markdown', markdown)];
  const rendered = renderMarkdown(markdown, {
    image(src, line) {
      if (isStored(src)) return src;
      faults.push({ path, message: `第 ${line} 行的图片 ${src}：请先上传` });
      return null;
    },
    link(href, line) {
      if (isSafeLink(href)) return href;
      const link = docLinkOf(href, key);
      if (link === null)
        faults.push({ path, message: `第 ${line} 行的链接 ${href}：不是文档的标识，也不是可用的地址` });
      else links.push({ ...link, line });
      return link?.href ?? null;
    },
  });
  return { ...rendered, links, faults };
};

let last: { readonly key: string; readonly markdown: string; readonly rendering: DocRendering } | undefined;

/** The same; a step looks at the same text several times, and renders it once. */
export const renderDoc = (key: string, markdown: string): DocRendering => {
  if (last?.key !== key || last.markdown !== markdown) last = { key, markdown, rendering: renderAnew(key, markdown) };
  return last.rendering;
};

/** Links to documents and headings that are not published. */
export const deadLinks = async (db: Db, key: string, { links, outline }: DocRendering): Promise<PathFault[]> => {
  const outlines = new Map<string, readonly { readonly id: string }[]>(
    (
      await listOutlines(
        db,
        links.map(({ slug }) => slug),
      )
    ).map((row) => [row.slug, row.outline]),
  );
  outlines.set(key, outline);
  return links.flatMap(({ slug, anchor, line }) => {
    const there = outlines.get(slug);
    if (there === undefined) return [{ path, message: `第 ${line} 行的链接 ${slug}：没有这篇已发布的文档` }];
    if (anchor === '' || there.some(({ id }) => id === anchor)) return [];
    return [{ path, message: `第 ${line} 行的链接 ${slug}#${anchor}：那篇文档没有这个小标题` }];
  });
};

/** Links of other documents to headings that this one would no longer have. */
export const lostAnchors = async (db: Db, key: string, { outline }: DocRendering): Promise<PathFault[]> => {
  const linking = await listDocsThatLink(db, key);
  return linking.flatMap(({ title, html }) =>
    [...html.matchAll(new RegExp(`href="#/portal/docs/${key}\\?at=([^"]+)"`, 'g'))].flatMap((match) => {
      const anchor = decodeURIComponent(match[1] ?? '');
      if (outline.some(({ id }) => id === anchor)) return [];
      return [
        {
          path,
          message: `文档「${title}」链接到本文的小标题「${anchor}」，改名后请在标题末尾写 {#${anchor}} 保留它`,
        },
      ];
    }),
  );
};
