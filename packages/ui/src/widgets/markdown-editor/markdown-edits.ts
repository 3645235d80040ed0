/** A part of a text that is replaced, and what is selected afterwards. Positions count UTF-16 units from the start of the text. */
export type Edit = { from: number; to: number; insert: string; select: { from: number; to: number } };

/** Writes Markdown at a selection of a text. */
export type MarkdownEdit = (text: string, from: number, to: number) => Edit;

/** Puts signs around the selection, or takes them away where they already stand; without a selection around a word to type over. */
const around =
  (sign: string, word: string): MarkdownEdit =>
  (text, from, to) => {
    const size = sign.length;
    const chosen = text.slice(from, to);
    if (text.slice(from - size, from) === sign && text.slice(to, to + size) === sign && chosen !== '')
      return {
        from: from - size,
        to: to + size,
        insert: chosen,
        select: { from: from - size, to: to - size },
      };
    const inner = chosen || word;
    return {
      from,
      to,
      insert: `${sign}${inner}${sign}`,
      select: { from: from + size, to: from + size + inner.length },
    };
  };

/** Changes each whole line of the selection. */
const byLine =
  (change: (line: string) => string): MarkdownEdit =>
  (text, from, to) => {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const next = text.indexOf('\n', to);
    const end = next === -1 ? text.length : next;
    const insert = text.slice(start, end).split('\n').map(change).join('\n');
    const at = start + insert.length;
    return { from: start, to: end, insert, select: from === to ? { from: at, to: at } : { from: start, to: at } };
  };

/** Writes a block after the line of the selection, with an empty line on both sides. */
const block =
  (lines: readonly string[], word: string): MarkdownEdit =>
  (text, _, to) => {
    const next = text.indexOf('\n', to);
    const end = next === -1 ? text.length : next;
    const before = text.slice(0, end);
    const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    const insert = `${gap}${lines.join('\n')}\n`;
    const at = end + insert.indexOf(word);
    return { from: end, to: end, insert, select: { from: at, to: at + word.length } };
  };

const heading = byLine((line) => {
  const [signs = ''] = /^#{0,6}/u.exec(line) ?? [];
  const words = line.slice(signs.length).trimStart();
  const level = signs.length < 2 ? 2 : signs.length + 1;
  return level > 4 ? words : `${'#'.repeat(level)} ${words || '标题'}`;
});

const list = byLine((line) => (line.startsWith('- ') ? line.slice(2) : `- ${line}`));

const fence = block(['```', '代码', '```'], '代码');

const code: MarkdownEdit = (text, from, to) => {
  const chosen = text.slice(from, to);
  if (!chosen.includes('\n')) return chosen === '' ? fence(text, from, to) : around('`', '代码')(text, from, to);
  const insert = `\`\`\`\n${chosen}\n\`\`\``;
  return { from, to, insert, select: { from, to: from + insert.length } };
};

const link: MarkdownEdit = (text, from, to) => {
  const words = text.slice(from, to) || '链接文字';
  const insert = `[${words}](https://)`;
  const at = from + words.length + 3;
  return { from, to, insert, select: { from: at, to: at + 'https://'.length } };
};

const table = block(['| 列一 | 列二 |', '| --- | --- |', '| 内容 | 内容 |'], '列一');

/** Puts a picture at the selection; its words stand for it where it is not seen. */
export const pictureEdit =
  (address: string): MarkdownEdit =>
  (text, from, to) => {
    const words = text.slice(from, to) || '图片说明';
    return { from, to, insert: `![${words}](${address})`, select: { from: from + 2, to: from + 2 + words.length } };
  };

/** Puts a link at the selection, whose words it keeps; without a selection the words are the target's name. */
export const linkEdit =
  (address: string, name: string): MarkdownEdit =>
  (text, from, to) => {
    const words = text.slice(from, to) || name;
    const insert = `[${words}](${address})`;
    const at = from + insert.length;
    return { from, to, insert, select: { from: at, to: at } };
  };

/** The edits of the toolbar in its order. A key is pressed with Ctrl, or with Command on a Mac. */
export const markdownEdits: readonly { name: string; key?: string; edit: MarkdownEdit }[] = [
  { name: '标题', edit: heading },
  { name: '加粗', key: 'b', edit: around('**', '加粗') },
  { name: '列表', key: 'Shift-8', edit: list },
  { name: '表格', edit: table },
  { name: '链接', key: 'k', edit: link },
  { name: '代码', key: 'e', edit: code },
];
