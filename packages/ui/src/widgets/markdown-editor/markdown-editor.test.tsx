import userEvent from '@testing-library/user-event';
import { type JSX, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { render, screen } from '../../testing/screen.fixture.ts';
import { FormField } from '../form-field/form-field.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';
import { linkEdit, type MarkdownEdit, markdownEdits, pictureEdit } from './markdown-edits.ts';

vi.mock('./code-mirror.ts', () => {
  throw new Error('the chunk does not load');
});

const edit = (name: string): MarkdownEdit => {
  const found = markdownEdits.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no edit ${name}`);
  return found.edit;
};

/** The text after an edit, with the selection in 〔〕; the same signs mark the selection before. */
const after = (marked: string, change: MarkdownEdit): string => {
  const text = marked.replaceAll(/[〔〕]/g, '');
  const { from, to, insert, select } = change(text, marked.indexOf('〔'), marked.indexOf('〕') - 1);
  const next = text.slice(0, from) + insert + text.slice(to);
  return `${next.slice(0, select.from)}〔${next.slice(select.from, select.to)}〕${next.slice(select.to)}`;
};

describe('MarkdownEditor', () => {
  test.each([
    ['加粗', '甲〔乙〕丙', '甲**〔乙〕**丙'],
    ['加粗', '甲**〔乙〕**丙', '甲〔乙〕丙'],
    ['加粗', '甲〔〕', '甲**〔加粗〕**'],
    ['标题', '前\n一〔〕条\n后', '前\n## 一条〔〕\n后'],
    ['标题', '#### 一〔〕', '一〔〕'],
    ['列表', '〔甲\n乙〕', '〔- 甲\n- 乙〕'],
    ['列表', '〔- 甲\n- 乙〕', '〔甲\n乙〕'],
    ['表格', '甲〔〕\n乙', '甲\n\n| 〔列一〕 | 列二 |\n| --- | --- |\n| 内容 | 内容 |\n\n乙'],
    ['链接', '见〔条款〕。', '见[条款](〔https://〕)。'],
    ['代码', '用〔npm〕', '用`〔npm〕`'],
    ['代码', '〔a\nb〕', '〔```\na\nb\n```〕'],
    ['代码', '〔〕', '```\n〔代码〕\n```\n'],
  ])('R11.3 %s at %j writes %j', (name, before, expected) => {
    expect(after(before, edit(name))).toBe(expected);
  });

  test('R11.3 a picture is put with its words selected', () => {
    expect(after('甲〔〕', pictureEdit('/media/1.png'))).toBe('甲![〔图片说明〕](/media/1.png)');
  });

  test('R11.3 a link to a page of ours keeps the chosen words, and has the page’s name without them', () => {
    expect(after('见〔这里〕。', linkEdit('start', '入门'))).toBe('见[这里](start)〔〕。');
    expect(after('见〔〕。', linkEdit('start', '入门'))).toBe('见[入门](start)〔〕。');
  });

  test('R11.3 without its chunk a plain field takes the text, named and described, and says how much is too long', async () => {
    render(<Typed />);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '正文' });
    await userEvent.type(field, '## 一二');
    expect(field.value).toBe('## 一二');
    expect(screen.getByText('5 / 4')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('超出 1\u00a0个字');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('按 Markdown 书写');
  });
});

function Typed(): JSX.Element {
  const [text, setText] = useState('');
  return (
    <FormField label="正文" hint="按 Markdown 书写">
      <MarkdownEditor label="正文" value={text} onValueChange={setText} maxLength={4} />
    </FormField>
  );
}
