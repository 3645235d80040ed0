import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { StrictMode, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { englishTexts } from '../../headless/english-texts.ts';
import { failOnWarnings } from '../../testing/fail-on-warnings.ts';
import { Composer, type ComposerProps } from './composer.tsx';

failOnWarnings();
afterEach(cleanup);

function show(props: Partial<ComposerProps> = {}) {
  const onSend = vi.fn();
  function Held() {
    const [value, setValue] = useState(props.value ?? '');
    return <Composer {...props} value={value} onChange={setValue} onSend={onSend} />;
  }
  render(
    <StrictMode>
      <Held />
    </StrictMode>,
  );
  return { onSend, field: screen.getByRole<HTMLTextAreaElement>('textbox') };
}
const type = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } });
const text = (content: string) => ({ type: 'text', content });
const picture = new File(['x'], '回单.png', { type: 'image/png' });
const sheet = new File(['x'], '明细.xlsx', { type: 'application/xlsx' });

test('service 3.1 Enter sends and empties the field, Shift and Enter makes a line, nothing but spaces is not sent', () => {
  const { onSend, field } = show();
  type(field, '  ');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
  type(field, '您好 ');
  expect(fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })).toBe(true);
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(onSend.mock.calls).toEqual([[text('您好')]]);
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
});

test('service 3.1 the Enter that takes a word from an input method does not send, whichever way the browser reports it', () => {
  const { onSend, field } = show({ value: 'ni hao' });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(onSend).toHaveBeenCalledTimes(1);
});

test('service 3.1 pictures are pasted and dropped, files chosen and taken out again, and leave before the text', () => {
  const { onSend, field } = show({ value: '见图' });
  const paste = createEvent.paste(field, { clipboardData: { files: [picture] } });
  fireEvent(field, paste);
  expect(paste.defaultPrevented).toBe(true);
  fireEvent.change(document.querySelector('input[type=file]') ?? field, { target: { files: [sheet] } });
  fireEvent.click(screen.getByRole('button', { name: '移除 回单.png' }));
  const dropped = { types: ['Files'], files: [picture] };
  expect(fireEvent.dragOver(field, { dataTransfer: dropped })).toBe(false);
  expect(fireEvent.drop(field, { dataTransfer: dropped })).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: '发送' }));
  expect(onSend.mock.calls.map(([one]) => one)).toEqual([
    { type: 'file', content: '', file: sheet, fileName: '明细.xlsx' },
    { type: 'image', content: '', file: picture, fileName: '回单.png' },
    text('见图'),
  ]);
  expect(screen.queryByText('明细.xlsx')).toBeNull();
});

test('service 3.1 what is not accepted is not attached, and text is pasted as ever', () => {
  const { field } = show({ accept: 'image/*' });
  const paste = createEvent.paste(field, { clipboardData: { files: [sheet] } });
  fireEvent(field, paste);
  expect(paste.defaultPrevented).toBe(false);
  expect(screen.queryByRole('button', { name: /移除/u })).toBeNull();
  cleanup();
  show({ accept: false });
  expect(screen.queryByRole('button', { name: '添加文件' })).toBeNull();
});

test('service 3.1 a counter shows near the limit in characters as a reader counts them, and beyond it nothing is sent', () => {
  const { onSend, field } = show({ limit: 10 });
  type(field, '一二三四五六七');
  expect(screen.queryByText('7 / 10')).toBeNull();
  type(field, '一二三四五六七😀');
  expect(screen.getByText('8 / 10')).toBeTruthy();
  type(field, '一二三四五六七八九十一');
  expect(screen.getByRole('status').textContent).toBe('最多 10\u00a0个字');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '发送' }).disabled).toBe(true);
});

test('service 3.1 disabled it says why, and no way sends', () => {
  const { onSend, field } = show({ disabled: '接待已结束', value: '您好', quickQuestions: ['到期日'] });
  expect(screen.getByRole('status').textContent).toBe('接待已结束');
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('status').id);
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: '到期日' }));
  fireEvent.paste(field, { clipboardData: { files: [picture] } });
  expect(screen.queryByText('回单.png')).toBeNull();
  expect(onSend).not.toHaveBeenCalled();
});

test('service 3.1 a quick question is sent by a press and leaves what is typed', () => {
  const { onSend, field } = show({ value: '写了一半', quickQuestions: ['账单什么时候到期'] });
  fireEvent.click(screen.getByRole('button', { name: '账单什么时候到期' }));
  expect(onSend.mock.calls).toEqual([[text('账单什么时候到期')]]);
  expect(field.value).toBe('写了一半');
});

test('service 3.1 the field grows with its lines up to five', () => {
  const { field } = show();
  expect(field.getAttribute('rows')).toBe('1');
  type(field, '1\n2\n3');
  expect(field.getAttribute('rows')).toBe('3');
  type(field, '1\n2\n3\n4\n5\n6\n7');
  expect(field.getAttribute('rows')).toBe('5');
});

test('service 3.1 axe finds nothing, and the words can be English', async () => {
  show({ quickQuestions: ['到期日'], limit: 2, value: '一二三', notice: '网络断开', texts: englishTexts.conversation });
  expect(screen.getByRole('status').textContent).toBe('At most 2 characters');
  expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations).toEqual([]);
});
