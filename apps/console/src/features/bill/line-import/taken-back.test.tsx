import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { ImportDrawer } from './import-drawer.tsx';
import type { LineImport } from './line-import-queries.ts';

const done: LineImport = {
  importId: 'i1',
  stageId: 's1',
  stageName: '2026-12',
  name: '明细.csv',
  kind: 'csv',
  size: 2048,
  sha256: 'a'.repeat(64),
  status: 'done',
  progress: { done: 100, total: 100, text: '' },
  isEnding: false,
  failure: '',
  rows: 1200,
  badRows: 0,
  hasReport: false,
  uploadedBy: '李娜',
  createdAt: '2026-11-23T01:00:00.000Z',
  importedAt: '2026-11-23T01:05:00.000Z',
  canTakeBack: true,
  version: 3,
};
const write = { 'ops.billing.read': true, 'ops.billing.write': true };
const show = (given: Partial<LineImport>, answers: Answers = {}, auth: Readonly<Record<string, boolean>> = write) =>
  showPage(<ImportDrawer importId="i1" onClose={() => undefined} />, {
    at: '/lines?open=i1',
    state: { auth: auth as never },
    answers: { 'ops.lineImport.get': () => ({ ...done, ...given }), ...answers },
  });
const drawer = async () => within(await screen.findByRole('dialog', { name: '明细导入' }));

describe('R11.6 an import is taken back', () => {
  it('R11.6 the dialog names the lines that will go, asks for a reason, and sends the version on screen', async () => {
    const { keyboard, of } = show(
      {},
      { 'ops.lineImport.takeBack': () => ({ ...done, status: 'takingBack', canTakeBack: false }) },
    );
    await keyboard.click(await (await drawer()).findByRole('button', { name: '撤回导入' }));
    const dialog = within(await screen.findByRole('dialog', { name: '撤回导入 明细.csv' }));
    expect(dialog.getByText(/1,200 行.*全部移除.*草稿会一并清除/)).toBeTruthy();
    await keyboard.click(dialog.getByRole('button', { name: '撤回导入' }));
    expect(dialog.getByText('请输入撤回的原因')).toBeTruthy();
    expect(of('ops.lineImport.takeBack')).toHaveLength(0);
    await keyboard.type(dialog.getByLabelText(/^撤回的原因/), '选错账期');
    await keyboard.click(dialog.getByRole('button', { name: '撤回导入' }));
    await expect
      .poll(() => of('ops.lineImport.takeBack')[0]?.input)
      .toMatchObject({ importId: 'i1', version: 3, reason: '选错账期' });
    await expect.poll(() => screen.queryByRole('dialog', { name: '撤回导入 明细.csv' })).toBeNull();
  });

  it('R11.6 a refusal says what to do instead, and keeps what was typed', async () => {
    const { keyboard } = show(
      {},
      {
        'ops.lineImport.takeBack': () => {
          throw refusal('ops.lineImport.takeBack', 'RHBI007');
        },
      },
    );
    await keyboard.click(await (await drawer()).findByRole('button', { name: '撤回导入' }));
    const dialog = within(await screen.findByRole('dialog', { name: '撤回导入 明细.csv' }));
    await keyboard.type(dialog.getByLabelText(/^撤回的原因/), '选错账期');
    await keyboard.click(dialog.getByRole('button', { name: '撤回导入' }));
    await expect.poll(toasts).toEqual([expect.stringMatching(/请在以后的账期导入更正明细/)]);
    expect(dialog.getByLabelText(/^撤回的原因/)).toHaveProperty('value', '选错账期');
  });

  it('R11.6 what cannot be taken back has no button', async () => {
    show({ canTakeBack: false });
    const box = await drawer();
    expect(await box.findByText(/已导入 1,200 行/)).toBeTruthy();
    expect(box.queryByRole('button', { name: '撤回导入' })).toBeNull();
  });

  it('R11.6 who may only read takes nothing back', async () => {
    show({}, {}, { 'ops.billing.read': true });
    const box = await drawer();
    expect(await box.findByText(/已导入 1,200 行/)).toBeTruthy();
    expect(box.queryByRole('button', { name: '撤回导入' })).toBeNull();
  });

  it('R11.6 while it is being taken back it is asked for again, until it says by whom, when and why', async () => {
    let asked = 0;
    show(
      {},
      {
        'ops.lineImport.get': () => {
          asked += 1;
          return asked === 1
            ? { ...done, status: 'takingBack', canTakeBack: false }
            : {
                ...done,
                status: 'takenBack',
                canTakeBack: false,
                takenBack: { at: '2026-11-24T02:00:00.000Z', by: '王芳', reason: '选错账期' },
              };
        },
      },
    );
    const box = await drawer();
    expect(await box.findByText(/正在撤回 1,200 行/)).toBeTruthy();
    expect(await box.findByText(/由 王芳 撤回.*原因：选错账期/, {}, { timeout: 5000 })).toBeTruthy();
    expect(box.getByText('已撤回')).toBeTruthy();
  });

  it('R11.6 why a try ended without stands there', async () => {
    show({ canTakeBack: false, takeBackFailure: '账期已出账，没有撤回；有误的明细，请在以后的账期导入更正明细。' });
    const box = await drawer();
    expect((await box.findByRole('alert')).textContent).toMatch(/账期已出账，没有撤回/);
  });
});
