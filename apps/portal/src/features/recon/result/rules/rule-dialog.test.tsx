import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  fireEvent,
  refusal,
  screen,
  showPage,
  toasts,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { loadResultWindows } from '../items/result-section.tsx';
import * as made from '../result.fixture.ts';
import { RunPage } from '../run-page.tsx';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadResultWindows);
}, 60_000);
afterEach(() => pageTypeStore.set('PC'));

const mayWrite = { 'recon.read': true, 'recon.write': true };
const show = (answers: Answers = {}, auth: Record<string, boolean> = mayWrite) =>
  showPage(<RunPage params={{ runId: 'run-2' }} />, {
    at: '/merchant/userCenter/reconManagement/run/run-2?view=all&open=6',
    state: { user, auth },
    answers: {
      'recon.get': () => made.run,
      'recon.rows': () => made.listedItems([made.ruled, made.mismatch, made.explained]),
      'recon.proposeRule': () => made.proposal,
      'recon.tryRule': () => made.effect,
      ...answers,
    },
  });
const openDialog = async (): Promise<HTMLElement> => {
  fireEvent.click(await screen.findByRole('button', { name: '设为规则…' }));
  const dialog = await screen.findByRole('dialog', { name: '设为规则' });
  await within(dialog).findByRole('region', { name: '试算结果' });
  return dialog;
};

describe('R13.3 a step by hand becomes a rule', () => {
  it.each(['PC', 'H5'] as const)(
    'R13.2 R13.3 on %s: it says what would change, before and after, and keeps what was shown',
    async (pageType) => {
      pageTypeStore.set(pageType);
      const page = show({
        'recon.keepRule': () => made.rule,
        'recon.again': () => ({ ...made.runningRun, runId: 'run-3' }),
      });
      const dialog = await openDialog();
      const table = await within(dialog).findByRole('region', { name: '试算前后' });
      expect([...table.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
        '容差内一致1 → 2¥100.00 → ¥188.00¥100.20 → ¥196.20',
        '金额不符1 → 0¥88.00 → ¥0.00¥96.00 → ¥0.00',
      ]);
      expect(dialog.textContent).toContain('1\u00a0项“金额不符”将成为“容差内一致”。其中 1\u00a0项已认可。');
      expect(within(dialog).getByRole('list', { name: '会改变的行' }).textContent).toBe('LN-20932平台多 ¥8.00');
      fireEvent.click(within(dialog).getByRole('button', { name: '保存规则' }));
      expect(await screen.findByRole('dialog', { name: '规则已保存' })).toBeDefined();
      expect(page.of('recon.keepRule')[0]?.input).toMatchObject({
        runId: 'run-2',
        itemNo: 6,
        kind: 'rate',
        value: 83_300,
      });
      const done = screen.getByRole('dialog', { name: '规则已保存' });
      expect(done.textContent).toContain('对方“某机构”，平台每笔多明细金额的\u00a08.33%');
      fireEvent.click(within(done).getByRole('button', { name: '重新对账' }));
      await vi.waitFor(() => expect(page.of('recon.again')).toHaveLength(1));
    },
  );

  it('R13.2 another share has to be tried before it is kept; one that is none is marked at its field', async () => {
    const page = show({ 'recon.keepRule': () => made.rule });
    const dialog = await openDialog();
    const keep = within(dialog).getByRole<HTMLButtonElement>('button', { name: '保存规则' });
    const share = within(dialog).getByLabelText<HTMLInputElement>('比例');
    expect(share.value).toBe('8.33');
    fireEvent.change(share, { target: { value: '8.335' } });
    expect(keep.disabled).toBe(true);
    expect(dialog.textContent).toContain('比例改过了，试算后再保存。');
    fireEvent.click(within(dialog).getByRole('button', { name: '试算' }));
    await vi.waitFor(() =>
      expect(page.of('recon.tryRule').at(-1)?.input).toMatchObject({ kind: 'rate', value: 83_350 }),
    );
    expect(keep.disabled).toBe(false);
    fireEvent.change(share, { target: { value: '0' } });
    expect(within(dialog).getByText('请填写 0.0001 至 100 的数，最多四位小数')).toBeDefined();
    expect(keep.disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('radio', { name: '每笔固定金额' }));
    await vi.waitFor(() =>
      expect(page.of('recon.tryRule').at(-1)?.input).toMatchObject({ kind: 'amount', value: 800 }),
    );
    expect(keep.disabled).toBe(false);
  });

  it('R2.9 says when nothing would change, and offers another try when the trial failed', async () => {
    let tries = 0;
    show({
      'recon.tryRule': () => {
        tries += 1;
        if (tries === 1) throw refusal('recon.tryRule', 'RHSY429');
        return { ...made.effect, changed: 0, items: [] };
      },
    });
    const dialog = await openDialog();
    fireEvent.click(await within(dialog).findByRole('button', { name: '重试' }));
    expect(await within(dialog).findByText(/没有别的行会因此改变/)).toBeDefined();
  });

  it('R13.3 a refusal says why, and the terms stay', async () => {
    show({
      'recon.keepRule': () => {
        throw refusal('recon.keepRule', 'RHSY409');
      },
    });
    const dialog = await openDialog();
    fireEvent.click(within(dialog).getByRole('button', { name: '保存规则' }));
    await vi.waitFor(() => expect(toasts()).toEqual(['数据已发生变化，请刷新后重试']));
    expect(within(dialog).getByLabelText<HTMLInputElement>('比例').value).toBe('8.33');
  });

  it('R13.2 of fees the share is of the basis, in words too', async () => {
    show({
      'recon.proposeRule': () => ({
        ...made.proposal,
        basis: fen(100_000),
        proposals: [{ kind: 'basisRate', value: 3800 }],
      }),
    });
    const dialog = await openDialog();
    expect(await within(dialog).findByText(/业务金额 ¥1,000.00的百分比/)).toBeDefined();
    expect(dialog.textContent).toContain('平台每笔多业务金额的\u00a00.38%');
  });

  it('R6.3 who may only read makes none', async () => {
    show({}, { 'recon.read': true });
    await screen.findByRole('dialog', { name: 'LN-20932' });
    expect(screen.queryByRole('button', { name: '设为规则…' })).toBeNull();
  });

  it('R13.2 a pair that a rule explains says which one', async () => {
    show();
    const row = () => document.querySelector<HTMLElement>(`tr[data-item="${made.explained.itemNo}"]`);
    await expect.poll(row).not.toBeNull();
    expect(row()?.textContent).toContain('业务编号相同，差额符合规则：对方“某机构”，平台每笔多明细金额的\u00a00.38%');
  });
});
