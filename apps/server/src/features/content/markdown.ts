import MarkdownIt from 'markdown-it';
import { boundsFault, textBounds } from './text-bounds.ts';

/** A heading as the outline lists it; `id` is its anchor. */
export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

/** A rendered text. The html holds no raw HTML of the source, no class, no style and no id (security 4.9). */
export interface Rendered {
  readonly html: string;
  readonly plain: string;
  readonly outline: readonly Heading[];
}

/** Converts the links and pictures of one file to addresses; null refuses one, and the caller notes the line. */
export interface Addresses {
  link(href: string, line: number): string | null;
  image(src: string, line: number): string | null;
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
type Token = ReturnType<typeof markdown.parse>[number];

/** A text that is out of bounds has nothing in it. */
const parse = (source: string): Token[] => (boundsFault(source) === null ? markdown.parse(source, {}) : []);

/** Why a text cannot be stored, with the line and the bound; null when it can. @source security 4.8, decision 0092 */
export const textFault = (source: string): string | null => {
  const fault = boundsFault(source);
  if (fault !== null) return fault;
  const isDeep = ({ level, children }: Token): boolean =>
    level > textBounds.levels || (children ?? []).some((child) => child.level > textBounds.levels);
  const deep = markdown.parse(source, {}).find(isDeep);
  return deep === undefined
    ? null
    : `第 ${(deep.map?.[0] ?? 0) + 1} 行：引用、列表或强调嵌套过深，最多 ${textBounds.levels} 层`;
};

/** The anchors of one text that are taken, and for each wording the number that its next heading may have. */
interface Anchors {
  readonly taken: Set<string>;
  readonly next: Map<string, number>;
}

const anchorOf = (text: string, { taken, next }: Anchors): string => {
  const base =
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'section';
  // What is below the number is taken for good: thousands of equal headings are not searched from 2 each time.
  let count = next.get(base) ?? 1;
  const numbered = () => (count === 1 ? base : `${base}-${count}`);
  while (taken.has(numbered())) count += 1;
  const anchor = numbered();
  taken.add(anchor);
  next.set(base, count + 1);
  return anchor;
};

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      token.type === 'text' || token.type === 'code_inline' ? token.content : token.type === 'softbreak' ? ' ' : '',
    )
    .join('');

const resolve = (inline: Token, line: number, addresses: Addresses): void => {
  for (const token of inline.children ?? []) {
    if (token.type === 'link_open')
      token.attrSet('href', addresses.link(String(token.attrGet('href') ?? ''), line) ?? '');
    if (token.type === 'image') token.attrSet('src', addresses.image(String(token.attrGet('src') ?? ''), line) ?? '');
  }
};

const longestAnchor = 60;
const anchorForm = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;

/** The anchor that a heading states itself, `## Title {#anchor}`, and the heading without it: it stays when the heading is worded anew. */
const splitAnchor = (written: string): { readonly title: string; readonly anchor: string } | null => {
  const heading = written.trimEnd();
  const at = heading.lastIndexOf('{#');
  if (at < 0 || !heading.endsWith('}')) return null;
  const anchor = heading.slice(at + 2, -1);
  if (anchor.length > longestAnchor || !anchorForm.test(anchor)) return null;
  return { title: heading.slice(0, at).trimEnd(), anchor };
};

/** Takes the stated anchors out of the headings; by the places of their inline tokens. */
const takeAnchors = (tokens: readonly Token[]): ReadonlyMap<number, string> => {
  const stated = new Map<number, string>();
  for (const [index, token] of tokens.entries()) {
    const last = token.children?.at(-1);
    if (tokens[index - 1]?.type !== 'heading_open' || last?.type !== 'text') continue;
    const split = splitAnchor(last.content);
    if (split === null) continue;
    last.content = split.title;
    stated.set(index, split.anchor.toLowerCase());
  }
  return stated;
};

/** Where a link to a document leads: its slug, and the heading where it names one. */
export interface DocLink {
  readonly slug: string;
  readonly anchor: string;
  readonly href: string;
}

/** An address as it was written; one whose `%` signs are no UTF-8 stays as it is. */
export const decodedAddress = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

/** A link as a text writes it, `slug`, `slug#anchor` or `#anchor`; null for what cannot name a document. */
export const docLinkOf = (written: string, own: string): DocLink | null => {
  const [name = '', anchor = '', more] = decodedAddress(written).split('#');
  const slug = name === '' && anchor !== '' ? own : name;
  if (more !== undefined || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return null;
  return { slug, anchor, href: `#/portal/docs/${slug}${anchor === '' ? '' : `?at=${encodeURIComponent(anchor)}`}` };
};

/** Addresses that a link may have besides documents. */
export const isSafeLink = (href: string): boolean => /^(https?:\/\/|mailto:|tel:|#\/)/.test(href);

/** Characters that mean something in a pattern. */
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text with the addresses of its pictures replaced; code stays as it is. */
export const withPictures = (source: string, addresses: ReadonlyMap<string, string>): string => {
  if (addresses.size === 0) return source;
  const code = parse(source).flatMap(({ type, map }) => (type === 'fence' || type === 'code_block' ? [map] : []));
  const isCode = (line: number): boolean => code.some((range) => range !== null && line >= range[0] && line < range[1]);
  const names = [...addresses.keys()].map(escaped).join('|');
  const pattern = new RegExp(`(\\]\\(\\s*<?|^\\s*\\[[^\\]]+\\]:\\s*<?)(${names})(?=[\\s)>]|$)`, 'g');
  return source
    .split('\n')
    .map((line, at) =>
      isCode(at) ? line : line.replace(pattern, (_, before, name) => `${before}${addresses.get(name)}`),
    )
    .join('\n');
};

/** The addresses of pictures that a text names, with their lines. */
export const imagesOf = (source: string): { src: string; line: number }[] =>
  parse(source).flatMap((token) =>
    (token.children ?? [])
      .filter((child) => child.type === 'image')
      .map((child) => ({ src: decodedAddress(String(child.attrGet('src') ?? '')), line: (token.map?.[0] ?? 0) + 1 })),
  );

/** Renders CommonMark with tables. Lines are counted from 1 within `source`. */
export const renderMarkdown = (source: string, addresses: Addresses): Rendered => {
  const tokens = parse(source);
  const outline: Heading[] = [];
  const stated = takeAnchors(tokens);
  const anchors: Anchors = { taken: new Set(stated.values()), next: new Map() };
  const plain: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const line = (token.map?.[0] ?? 0) + 1;
    if (token.type === 'fence') {
      token.info = '';
      plain.push(token.content);
    }
    if (token.type !== 'inline') continue;
    resolve(token, line, addresses);
    const text = textOf(token.children ?? []);
    plain.push(text);
    const opening = tokens[index - 1];
    const level = opening?.type === 'heading_open' ? Number(opening.tag.slice(1)) : 0;
    if (level >= 2 && level <= 4) outline.push({ id: stated.get(index) ?? anchorOf(text, anchors), level, text });
  }
  // Cell alignment is written as a style attribute, which the policy drops anyway.
  for (const token of tokens) token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
  return { html: markdown.renderer.render(tokens, markdown.options, {}), plain: plain.join('\n'), outline };
};
