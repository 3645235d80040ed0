import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { deepestSection, longestDocText, mostDocs, mostSections } from '@ronghui/domain/doc';
import { instantOn } from '@ronghui/domain/shanghai';
import type { AgreementText } from '#features/agreement/agreement.steps';
import type { DocContent, DocText } from '#features/doc/doc.steps';
import { type ContentFolder, splitFrontMatter } from './content-files.ts';
import {
  type DocLink,
  decodedAddress,
  docLinkOf,
  imagesOf,
  isSafeLink,
  type Rendered,
  renderMarkdown,
  textFault,
  withPictures,
} from './markdown.ts';
import {
  agreementSchema,
  docSchema,
  numberedPattern,
  sectionSchema,
  versionPattern,
} from './schemas/content-schemas.ts';

interface Page<T> {
  readonly file: string;
  readonly front: T;
  readonly body: string;
  readonly bodyLine: number;
}

const readPage = async <S extends typeof docSchema | typeof agreementSchema>(
  folder: ContentFolder,
  file: string,
  schema: S,
) => {
  const source = await folder.text(file);
  if (source === null) return null;
  const parts = splitFrontMatter(source);
  if (parts === null) {
    folder.fault(file, 1, '文件开头缺少 --- 包围的信息');
    return null;
  }
  const front = folder.check(file, parts.front, schema, 2);
  return { file, front: front?.value ?? null, body: parts.body, bodyLine: parts.bodyLine };
};

/** A link to a heading, which is looked for once every document is read. */
interface AnchorLink extends DocLink {
  readonly file: string;
  readonly line: number;
}

/** A text as visitors get it, and its source with the addresses of its pictures. */
interface Text extends Rendered {
  readonly markdown: string;
}

/** What links of a text may name. */
interface Linked {
  readonly slugs: ReadonlySet<string>;
  /** The slug of the text itself; empty where it is no document. */
  readonly own: string;
  readonly anchors: AnchorLink[];
}

const render = async (folder: ContentFolder, page: Page<unknown>, { slugs, own, anchors }: Linked): Promise<Text> => {
  const urls = new Map<string, string>();
  const fault = textFault(page.body);
  if (fault !== null) folder.fault(page.file, page.bodyLine, `正文${fault}`);
  for (const { src, line } of imagesOf(page.body)) {
    const url = await folder.mediaUrl(page.file, src, page.bodyLine + line - 1);
    if (url !== null) urls.set(src, url);
  }
  const rendered = renderMarkdown(page.body, {
    image: (src) => urls.get(decodedAddress(src)) ?? null,
    link(href, place) {
      if (isSafeLink(href)) return href;
      const link = docLinkOf(href, own);
      const line = page.bodyLine + place - 1;
      if (link !== null && slugs.has(link.slug)) {
        if (link.anchor !== '') anchors.push({ ...link, file: page.file, line });
        return link.href;
      }
      folder.fault(page.file, line, `链接 ${decodedAddress(href)}：没有这篇文档，也不是可用的地址`);
      return null;
    },
  });
  return { ...rendered, markdown: withPictures(page.body, urls) };
};

/** Notes links to headings that are not there. */
const noteDeadAnchors = (
  folder: ContentFolder,
  anchors: readonly AnchorLink[],
  documents: readonly DocText[],
): void => {
  const outlines = new Map(documents.map(({ slug, outline }) => [slug, outline]));
  for (const { file, line, slug, anchor } of anchors) {
    const outline = outlines.get(slug);
    if (outline !== undefined && !outline.some(({ id }) => id === anchor)) {
      folder.fault(file, line, `链接 ${slug}#${anchor}：那篇文档没有这个小标题`);
    }
  }
};

/** A text longer than the console could save. */
const checkLength = (folder: ContentFolder, { file, body, bodyLine }: Page<unknown>): void => {
  const length = [...body].length;
  if (length > longestDocText) folder.fault(file, bodyLine, `正文最多 ${longestDocText} 个字符，现有 ${length} 个`);
};

/** `agreements/<id>/<version>.md`: every version, so that an old consent can still be read. */
export const readAgreements = async (folder: ContentFolder, slugs: ReadonlySet<string>): Promise<AgreementText[]> => {
  const texts: AgreementText[] = [];
  for (const id of await folder.names('agreements', 'folders')) {
    // Pictures are beside the texts that show them.
    const names = (await folder.names(`agreements/${id}`, 'files')).filter((name) => name.endsWith('.md'));
    folder.checkName(`agreements/${id}`, id);
    if (names.length === 0) folder.fault(`agreements/${id}`, 1, '没有任何版本：应有以版本号命名的文件，如 2026-11.md');
    for (const name of names) {
      const file = `agreements/${id}/${name}`;
      const version = name.replace(/\.md$/, '');
      if (!versionPattern.test(version)) folder.fault(file, 1, '文件名应为版本号，如 2026-11.md');
      const page = await readPage(folder, file, agreementSchema);
      if (page === null) continue;
      checkLength(folder, page);
      const { html } = await render(folder, page, { slugs, own: '', anchors: [] });
      if (page.front === null) continue;
      const { title, scene, required, effectiveOn } = page.front as {
        title: string;
        scene: string;
        required: boolean;
        effectiveOn: string;
      };
      const sha256 = createHash('sha256').update(page.body).digest('hex');
      texts.push({
        id,
        version,
        title,
        required,
        html,
        sha256,
        scene: scene as AgreementText['scene'],
        markdown: page.body,
        effectiveAt: instantOn(effectiveOn),
      });
    }
  }
  return texts;
};

interface DocPlace {
  readonly file: string;
  readonly slug: string;
  readonly sectionId: string;
  readonly rank: number;
}
interface Tree {
  readonly sections: DocContent['sections'][number][];
  readonly places: DocPlace[];
}

const readSection = async (folder: ContentFolder, tree: Tree, at: string, parentId: string | null) => {
  const [, rank, id] = numberedPattern.exec(basename(at)) ?? [];
  if (rank === undefined || id === undefined) {
    folder.fault(at, 1, '目录名应为 NN-名称，如 10-getting-started');
    return null;
  }
  const source = await folder.text(`${at}/_section.yaml`);
  const read = source === null ? null : folder.check(`${at}/_section.yaml`, source, sectionSchema);
  if (read === null) return null;
  if (tree.sections.some((section) => section.id === id)) folder.fault(at, 1, `目录名 ${id} 重复`);
  const { title, summary = '' } = read.value;
  tree.sections.push({ id, parentId, rank: Number(rank), title, summary });
  return id;
};

/** By place and name, a document and a section alike. */
const inOrder = (one: string, other: string): number => {
  const [a, b] = [one, other].map((name) => name.replace(/\.md$/, ''));
  return a === b ? 0 : String(a) < String(b) ? -1 : 1;
};

/** Collects sections and documents below a folder; the prefix `NN-` orders documents and sections together. */
const walk = async (
  folder: ContentFolder,
  tree: Tree,
  path: string,
  at: { parentId: string | null; depth: number },
) => {
  const { parentId, depth } = at;
  const folders = await folder.names(path, 'folders');
  const files = (await folder.names(path, 'files')).filter((name) => name.endsWith('.md'));
  for (const name of [...folders, ...files].sort(inOrder)) {
    const place = `${path}/${name}`;
    if (folders.includes(name)) {
      if (depth > deepestSection) folder.fault(place, 1, '目录最多两层');
      const id = depth > deepestSection ? null : await readSection(folder, tree, place, parentId);
      if (id !== null) await walk(folder, tree, place, { parentId: id, depth: depth + 1 });
      continue;
    }
    const [, rank, slug] = numberedPattern.exec(name.slice(0, -3)) ?? [];
    if (rank === undefined || slug === undefined || parentId === null) {
      folder.fault(place, 1, '文档应放在章节目录中，文件名为 NN-名称.md');
    } else {
      tree.places.push({ file: place, slug, sectionId: parentId, rank: Number(rank) });
    }
  }
};

/** The document centre, in reading order. */
export const readDocs = async (folder: ContentFolder): Promise<DocContent> => {
  const found: Tree = { sections: [], places: [] };
  await walk(folder, found, 'docs', { parentId: null, depth: 1 });
  for (const [what, count, most] of [
    ['文档', found.places.length, mostDocs],
    ['目录', found.sections.length, mostSections],
  ] as const) {
    if (count > most) folder.fault('docs', 1, `${what}最多 ${most} 个，现有 ${count} 个`);
  }
  const slugs = new Set<string>();
  for (const place of found.places) {
    if (slugs.has(place.slug)) folder.fault(place.file, 1, `文档名 ${place.slug} 重复`);
    slugs.add(place.slug);
  }
  const documents: DocText[] = [];
  const anchors: AnchorLink[] = [];
  for (const place of found.places) {
    const page = await readPage(folder, place.file, docSchema);
    if (page === null) continue;
    checkLength(folder, page);
    if (page.body.trim() === '') folder.fault(place.file, page.bodyLine, '正文不能为空');
    const rendered = await render(folder, page, { slugs, own: place.slug, anchors });
    if (page.front === null) continue;
    const { title, summary, updatedOn } = page.front as { title: string; summary: string; updatedOn: string };
    documents.push({
      id: place.slug,
      slug: place.slug,
      sectionId: place.sectionId,
      rank: place.rank,
      title,
      summary,
      ...rendered,
      updatedAt: instantOn(updatedOn),
    });
  }
  noteDeadAnchors(folder, anchors, documents);
  return { sections: found.sections, documents };
};
