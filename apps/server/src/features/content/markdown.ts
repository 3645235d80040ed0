import MarkdownIt from 'markdown-it';

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

const anchorOf = (text: string, taken: Set<string>): string => {
  const base =
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'section';
  let anchor = base;
  for (let count = 2; taken.has(anchor); count += 1) anchor = `${base}-${count}`;
  taken.add(anchor);
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

/** The addresses of pictures that a text names, with their lines. */
export const imagesOf = (source: string): { src: string; line: number }[] =>
  markdown
    .parse(source, {})
    .flatMap((token) =>
      (token.children ?? [])
        .filter((child) => child.type === 'image')
        .map((child) => ({ src: decodeURI(String(child.attrGet('src') ?? '')), line: (token.map?.[0] ?? 0) + 1 })),
    );

/** Renders CommonMark with tables. Lines are counted from 1 within `source`. */
export const renderMarkdown = (source: string, addresses: Addresses): Rendered => {
  const tokens = markdown.parse(source, {});
  const outline: Heading[] = [];
  const taken = new Set<string>();
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
    if (level >= 2 && level <= 4) outline.push({ id: anchorOf(text, taken), level, text });
  }
  // Cell alignment is written as a style attribute, which the policy drops anyway.
  for (const token of tokens) token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
  return { html: markdown.renderer.render(tokens, markdown.options, {}), plain: plain.join('\n'), outline };
};
