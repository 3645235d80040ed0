import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { intersectAll } from '../../testing/in-sight.fixture.ts';
import { fireEvent, render, screen, userEvent, within } from '../../testing/screen.fixture.ts';
import { AgreementBoxes, type AgreementBoxesProps } from './agreement-boxes.tsx';

const agreements = [
  { id: 'terms', version: '2', title: '用户服务协议', required: true },
  { id: 'news', version: '1', title: '营销信息', required: false, note: '随时可以撤回' },
];
const text = { html: '<p>第一条</p>', version: '2', effectiveAt: '2026-11-01T00:00:00.000Z' };

function Boxes(props: Partial<AgreementBoxesProps>) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <AgreementBoxes
      legend="协议"
      agreements={agreements}
      ticked={ticked}
      onChange={(id, on) => setTicked((before) => [...before.filter((each) => each !== id), ...(on ? [id] : [])])}
      read={async () => text}
      {...props}
    />
  );
}

const box = (name: RegExp): HTMLInputElement => screen.getByRole('checkbox', { name });
/** The button at the end of the opened text, once the text is shown. */
async function agreeButton(): Promise<HTMLButtonElement> {
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/起生效/);
  return within(dialog).getByRole('button', { name: '我已阅读并同意' });
}

test('R10.6 a box whose text must be read to its end opens the text instead of being ticked', async () => {
  const onRead = vi.fn();
  render(<Boxes readToEnd={{ ids: [], onRead }} />);
  await userEvent.click(box(/用户服务协议/));
  expect(box(/用户服务协议/).checked).toBe(false);
  expect((await agreeButton()).disabled).toBe(true);
  expect(screen.getByText('请读到文末')).toBeDefined();
});

test('R10.6 a text whose end was in sight can be agreed to', async () => {
  function Once() {
    const [ids, setIds] = useState<readonly string[]>([]);
    return <Boxes readToEnd={{ ids, onRead: (id) => setIds([...ids, id]) }} />;
  }
  render(<Once />);
  fireEvent.click(screen.getByText('《用户服务协议》'));
  const agree = await agreeButton();
  await screen.findByText('第一条');
  expect(agree.disabled).toBe(true);
  await waitFor(() => {
    intersectAll();
    expect(agree.disabled).toBe(false);
  });
  fireEvent.click(agree);
  expect(box(/用户服务协议/).checked).toBe(true);
});

test('R10.6 a text that does not come can be asked for again', async () => {
  let tries = 0;
  async function read() {
    tries += 1;
    if (tries === 1) throw new Error('down');
    return text;
  }
  render(<Boxes read={read} readToEnd={{ ids: [], onRead: () => {} }} />);
  fireEvent.click(screen.getByText('《用户服务协议》'));
  fireEvent.click(await screen.findByRole('button', { name: '重试' }));
  expect(await agreeButton()).toBeDefined();
});

test('R10.6 each box says whether it is required, and its error stands at it', () => {
  render(<Boxes errors={{ terms: '请阅读并同意' }} />);
  expect(box(/用户服务协议/).getAttribute('aria-required')).toBe('true');
  expect(box(/用户服务协议/).getAttribute('aria-invalid')).toBe('true');
  expect(box(/营销信息/).getAttribute('aria-required')).toBeNull();
  expect(screen.getByText('随时可以撤回')).toBeDefined();
});
