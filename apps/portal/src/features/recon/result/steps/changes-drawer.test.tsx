import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, fireEvent, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import * as made from '../result.fixture.ts';
import { loadRunQuestions, RunPage } from '../run-page.tsx';

// The chunk has its own tests; here it is loaded already.
beforeAll(async () => {
  await loadChunk(loadRunQuestions);
}, 60_000);

const show = (answers: Answers) =>
  showPage(<RunPage params={{ runId: 'run-2' }} />, {
    at: '/merchant/userCenter/reconManagement/run/run-2',
    state: { user, auth: { 'recon.read': true, 'recon.write': true, 'feedback.write': true } },
    answers: { 'recon.get': () => made.run, 'recon.rows': () => made.listedItems([made.mismatch]), ...answers },
  });

describe('what changed since the run before', () => {
  it('R13.4 says what was resolved since the run before, and what is new', async () => {
    show({ 'recon.changes': () => made.changes });
    fireEvent.click(await screen.findByRole('button', { name: '与上一次相比' }));
    expect((await screen.findByText('已解决')).parentElement?.textContent).toContain(
      '金额不符 → 一致商户账 2\u00a0行 ¥192.40',
    );
    expect(screen.getByText('新出现的差异').parentElement?.textContent).toContain(
      '上次没有 → 仅平台账有平台账 1\u00a0行 ¥72.20',
    );
    expect(screen.getByText(/上一次的人工处理也算在内；这一次是自动匹配加上沿用的人工处理/)).toBeDefined();
    fireEvent.click(screen.getByRole('link', { name: '平台账 1\u00a0行' }));
    await expect.poll(() => document.activeElement?.id).toBe('recon-result');
    expect(location.hash).toContain('/run/run-2?view=onlyInBill');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/人工处理：/)).toBeNull();
  });

  it('R13.4 says which steps by hand of the run before hold on, and which do not with the reason', async () => {
    const counts = { matched: 2, unmatched: 0, accepted: 1, noted: 0, left: 2 };
    const left = { kind: 'amountMismatch', difference: fen(800) } as const;
    const items = [
      { ...left, itemNo: 7, reference: 'LN-7', steps: ['match' as const, 'note' as const], reason: 'changed' as const },
      { ...left, itemNo: 9, rowNo: 10, steps: ['accept' as const], reason: 'otherKind' as const },
    ];
    show({
      'recon.get': () => ({ ...made.run, carried: counts }),
      'recon.changes': () => ({ ...made.changes, changes: [], carried: { ...counts, items } }),
    });
    expect(await screen.findByText(/已沿用上一次的人工处理：勾对 2 项，认可 1 项。有 2 项没有沿用。/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '查看原因' }));
    const part = (await screen.findByRole('heading', { name: '上一次的人工处理' })).parentElement;
    expect(part?.textContent).toContain('勾对、备注：LN-7 金额不符平台多 ¥8.00。其中的行改了金额、日期或业务编号。');
    expect(part?.textContent).toContain('认可：商户账第 10 行 金额不符平台多 ¥8.00。结论与上一次不同。');
    expect(screen.getByRole('link', { name: 'LN-7' }).getAttribute('href')).toContain('view=all&reference=LN-7');
  });
});
