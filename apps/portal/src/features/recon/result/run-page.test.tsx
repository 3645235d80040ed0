import { noFen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { chooseSingleKeys } from '@ronghui/web/state/single-keys';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
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
import { loadResultWindows } from './items/result-section.tsx';
import * as made from './result.fixture.ts';
import type { Item, Run } from './result-queries.ts';
import { loadRunQuestions, loadRunUnderWay, RunPage } from './run-page.tsx';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await Promise.all([loadChunk(loadResultWindows), loadChunk(loadRunQuestions), loadChunk(loadRunUnderWay)]);
}, 60_000);
afterEach(() => {
  pageTypeStore.set('PC');
  chooseSingleKeys(true);
});

const open = [made.mismatch, made.unbooked, made.ownRow, made.twice];
const mayWrite = { 'recon.read': true, 'recon.write': true, 'feedback.write': true };

const show = (answers: Answers = {}, search = '', auth: Record<string, boolean> = mayWrite) =>
  showPage(<RunPage params={{ runId: 'run-2' }} />, {
    at: `/merchant/userCenter/reconManagement/run/run-2${search}`,
    state: { user, auth },
    answers: {
      'recon.get': () => made.run,
      'recon.rows': () => made.listedItems(open),
      ...answers,
    },
  });
const rowOf = async ({ itemNo }: Item): Promise<HTMLElement> => {
  const row = () => document.querySelector<HTMLElement>(`tr[data-item="${itemNo}"]`);
  await expect.poll(row).not.toBeNull();
  return row() as HTMLElement;
};
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
const changed: Run = { ...made.run, version: 5, canUndo: true };

describe('a run of reconciliation', () => {
  it('R13.2 the ledger and the differences make the platform’s side, by count and sum, kind by kind', async () => {
    show();
    const table = await screen.findByRole('region', { name: '按分类核对' });
    const foot = [...table.querySelectorAll('tfoot :is(th, td)')].map((cell) => cell.textContent);
    expect(foot).toEqual(['合计', '1,279', '1,280', '¥128,418.10', '1,277', '¥128,410.30', '-3', '-¥7.80']);
    expect(screen.getByText('商户账 · 1,280 行')).toBeDefined();
    expect(screen.getByText('差异 · 5 项，平台少')).toBeDefined();
    expect(screen.getByText('行数差 -3')).toBeDefined();
    expect(screen.getByText('平台账 · 1,277 行')).toBeDefined();
  });

  it('R13.2 differences that cancel each other out are shown as differences', async () => {
    const totals = (made.run.totals ?? []).map((total) =>
      total.kind === 'amountMismatch'
        ? { ...total, items: 2, ledgerCount: 2, ledgerAmount: total.lineAmount, lineCount: 2 }
        : { ...total, items: 0, ledgerCount: 0, ledgerAmount: noFen, lineCount: 0, lineAmount: noFen },
    );
    show({ 'recon.get': () => ({ ...made.run, totals, differencesLeft: 2 }) });
    expect((await screen.findByText('差异 · 2 项')).parentElement?.textContent).toBe(
      '差异 · 2\u00a0项¥0.00金额不符 2\u00a0项两边行数相等',
    );
    expect(screen.queryByText('两边金额相等')).toBeNull();
  });

  it('R13.2 every item says what it is, by how much, and why', async () => {
    show();
    const [off, unbooked, own, twice] = await Promise.all(open.map(rowOf));
    expect(off?.textContent).toContain('金额不符平台多 ¥8.00业务编号相同，金额不符');
    expect(unbooked?.textContent).toContain('商户账里没有这一笔仅平台账有平台多 ¥72.20');
    expect(own?.textContent).toContain('仅商户账有平台少 ¥72.20平台账里没有与它相符的明细');
    expect(twice?.textContent).toContain('重复平台少 ¥16.00');
  });

  it('R13.3 begins with what is left to do; a kind, a state, a reference and an order stand in the address', async () => {
    const page = show();
    await rowOf(made.mismatch);
    expect(page.of('recon.rows')[0]?.input).toMatchObject({ runId: 'run-2', state: 'open', page: 1 });
    fireEvent.click(screen.getByRole('button', { name: '金额不符 1 +¥8.00' }));
    fireEvent.change(await screen.findByRole('combobox', { name: '状态' }), { target: { value: 'accepted' } });
    fireEvent.change(screen.getByRole('combobox', { name: '排序' }), { target: { value: 'difference' } });
    await expect
      .poll(() => page.of('recon.rows').at(-1)?.input)
      .toMatchObject({ kind: 'amountMismatch', state: 'accepted', sort: 'difference' });
    expect(location.hash).toContain('view=amountMismatch&state=accepted&sort=difference');
  });

  it('R13.2 the rows of a group are listed on a press', async () => {
    show({ 'recon.rows': () => made.listedItems([made.group]) }, '?view=all');
    const row = await rowOf(made.group);
    expect(row.textContent).toContain('LN-20940 等 3\u00a0行¥288.60');
    fireEvent.click(within(row).getByRole('button', { name: '逐行列出' }));
    expect(within(row).getAllByRole('listitem')).toHaveLength(3);
  });

  it('R13.3 what was dealt with says so: accepted with its note, or in feedback with the way there', async () => {
    show({ 'recon.rows': () => made.listedItems([made.accepted, made.sent, made.same]) }, '?view=all');
    expect((await rowOf(made.accepted)).textContent).toContain(
      '已认可平台多 ¥8.00业务编号相同，金额不符备注：手续费四舍五入',
    );
    const link = within(await rowOf(made.sent)).getByRole('link', { name: '已提差异' });
    expect(link.getAttribute('href')).toContain('open=FK20261122-00000007');
    expect((await rowOf(made.same)).textContent).not.toContain('平台');
  });

  it('R13.3 what a withdrawn or rejected feedback let go of says so, and can be sent again', async () => {
    const number = 'FK20261122-00000007';
    const rejected: Item = { ...made.unbooked, formerFeedbackNo: number, feedbackState: 'rejected' };
    const withdrawn: Item = { ...made.mismatch, formerFeedbackNo: number, feedbackState: 'withdrawn' };
    show({ 'recon.rows': () => made.listedItems([rejected, withdrawn]) });
    const link = within(await rowOf(rejected)).getByRole('link', { name: '差异反馈被驳回' });
    expect(link.getAttribute('href')).toContain(`open=${number}`);
    const again = within(await rowOf(withdrawn));
    expect(again.getByRole('link', { name: '差异反馈已撤回' })).toBeDefined();
    fireEvent.click(again.getByRole('checkbox'));
    expect(await screen.findByRole('button', { name: /差异反馈/ })).toBeDefined();
  });

  it('R13.3 a second row of the ledger, an accepted item and one of another stage are not offered for feedback', async () => {
    const beside: Item = { ...made.ownRow, itemNo: 8, kind: 'crossStage' };
    show({ 'recon.rows': () => made.listedItems([made.twice, made.accepted, beside]) }, '?view=all');
    await rowOf(made.twice);
    fireEvent.click(screen.getByRole('checkbox', { name: '选中本页' }));
    expect(await screen.findByRole('button', { name: /^认可/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /加入差异反馈/ })).toBeNull();
  });

  it('R13.3 several are accepted at once with the version that was seen, and taken back by undo', async () => {
    const page = show({ 'recon.accept': () => changed, 'recon.undo': () => made.run });
    await rowOf(made.mismatch);
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 LN-20932' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 LN-20977' }));
    fireEvent.click(screen.getByRole('button', { name: '认可' }));
    await expect.poll(toasts).toEqual(['已认可，可以撤销']);
    expect(page.of('recon.accept')[0]?.input).toMatchObject({ itemNos: [3, 1284], version: 4, isAccepted: true });
    expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: '撤销上一步' }));
    await expect.poll(() => page.of('recon.undo')[0]?.input).toMatchObject({ version: 5 });
  });

  it('R13.3 all that the filter finds are chosen by the filter', async () => {
    const page = show({
      'recon.rows': () => made.listedItems(open, { total: 9_000 }),
      'recon.accept': () => changed,
    });
    await rowOf(made.mismatch);
    fireEvent.click(screen.getByRole('checkbox', { name: '选中本页' }));
    fireEvent.click(screen.getByRole('button', { name: '选中本筛选全部 9,000\u00a0项' }));
    expect(screen.queryByRole('button', { name: '加入差异反馈' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '认可' }));
    await expect.poll(() => page.of('recon.accept')[0]?.input).toMatchObject({ filter: { state: 'open' }, version: 4 });
    expect(page.of('recon.accept')[0]?.input).not.toHaveProperty('itemNos');
  });

  it('R13.3 beyond 10,000 a filter is not chosen at once', async () => {
    show({ 'recon.rows': () => made.listedItems(open, { total: 10_001 }) });
    await rowOf(made.mismatch);
    fireEvent.click(screen.getByRole('checkbox', { name: '选中本页' }));
    expect(screen.queryByRole('button', { name: /选中本筛选全部/ })).toBeNull();
  });

  it('R13.3 a row and a line are matched; where the result has changed meanwhile it is fetched again, with a sentence', async () => {
    const page = show({
      'recon.match': () => {
        throw refusal('recon.match', 'RHSY409');
      },
    });
    await rowOf(made.mismatch);
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 LN-20977' }));
    expect(screen.queryByRole('button', { name: '勾对' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 商户账第 7 行' }));
    const before = page.of('recon.rows').length;
    fireEvent.click(screen.getByRole('button', { name: '勾对' }));
    await expect.poll(toasts).toEqual(['这次对账刚刚有了变化，结果已刷新，请核对后再办']);
    expect(page.of('recon.match')[0]?.input).toMatchObject({ itemNos: [1284, 7], version: 4 });
    await expect.poll(() => page.of('recon.rows').length).toBeGreaterThan(before);
    expect(page.of('recon.get').length).toBe(2);
  });

  it('R13.3 an item alone is shown what may belong to it, and matched with that', async () => {
    const page = show(
      {
        'recon.suggest': () => ({ suggestions: [{ item: made.unbooked, reason: '金额相同，日期相差 1 天' }] }),
        'recon.match': () => changed,
      },
      '?open=7',
    );
    fireEvent.click(await screen.findByRole('button', { name: '与 LN-20977 勾对' }));
    await expect.poll(() => page.of('recon.match')[0]?.input).toMatchObject({ itemNos: [7, 1284], version: 4 });
    await expect.poll(() => location.hash).not.toContain('open=');
  });

  it('R13.2 two rows whose sum is the amount are matched together', async () => {
    const also: Item = { ...made.unbooked, itemNo: 1285, lines: made.mismatch.lines };
    const page = show(
      {
        'recon.suggest': () => ({ suggestions: [{ item: made.unbooked, also, reason: '两笔合计金额相同，同一天' }] }),
        'recon.match': () => changed,
      },
      '?open=7',
    );
    fireEvent.click(await screen.findByRole('button', { name: '与 LN-20977、LN-20932 勾对' }));
    await expect.poll(() => page.of('recon.match')[0]?.input).toMatchObject({ itemNos: [7, 1284, 1285] });
  });

  it('R13.3, R10.4 differences become feedback as it was shown, and the feedback is linked', async () => {
    const page = show({
      'bill.page': () => ({ items: [], page: 1, pageSize: 100, nextCursor: null }),
      'recon.claims': () => made.claims,
      'recon.toFeedback': () => ({
        feedbacks: [{ billNo: 'ZD20261118-00000042', feedbackNo: 'FK1' }],
        run: changed,
      }),
    });
    await rowOf(made.mismatch);
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 LN-20932' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '选择 商户账第 7 行' }));
    fireEvent.click(screen.getByRole('button', { name: '加入差异反馈' }));
    fireEvent.click(await screen.findByRole('button', { name: '提出差异反馈…' }));
    const claimed = await screen.findByRole('list', { name: '将提出的差异反馈' });
    expect(claimed.textContent).toContain(
      '账单 ZD20261118-00000042所列明细合计（1\u00a0项）平台账所示 ¥96.00应为 ¥88.00',
    );
    expect(screen.getByText('商户账第 7 行：仅商户账有的行没有指明账单')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '提出反馈' }));
    expect(await screen.findByText('请填写原因')).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: '原因' }), { target: { value: '合同约定 ¥88' } });
    fireEvent.click(screen.getByRole('button', { name: '提出反馈' }));
    const link = await screen.findByRole('link', { name: '差异反馈 FK1' });
    expect(link.getAttribute('href')).toContain('/merchant/userCenter/feedback?open=FK1');
    expect(page.of('recon.toFeedback')[0]?.input).toMatchObject({
      itemNos: [3, 7],
      claims: [{ billNo: 'ZD20261118-00000042', claimedAmount: 8800 }],
      reason: '合同约定 ¥88',
      version: 4,
    });
  });

  it('R13.4 closing says what is left and what it means, and leads to the statement', async () => {
    const page = show({ 'recon.close': () => made.closedRun });
    fireEvent.click(await screen.findByRole('button', { name: '结束对账…' }));
    expect(await screen.findByText('还有 4 项差异没有处理，将照原样写入对账结果单。')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '结束对账' }));
    await expect.poll(() => location.hash).toBe('#/merchant/userCenter/reconManagement/run/run-2/statement');
    expect(page.of('recon.close')[0]?.input).toMatchObject({ runId: 'run-2', version: 4 });
  });
});

describe('the deletion of a ledger', () => {
  const removal = { name: '十月.csv', size: 2048, sha256: made.run.sha256, runs: 2, trials: 1 };
  const first = [{ runId: 'run-2', stageName: '2026 年 10 月', createdAt: made.run.createdAt }];

  it('R13.4 says what goes and what stays before it is done', async () => {
    const page = show({ 'recon.removal': () => ({ ...removal, first }), 'recon.removeLedger': () => ({}) });
    fireEvent.click(await screen.findByRole('button', { name: '删除商户账…' }));
    const question = await screen.findByRole('alertdialog', { name: '删除这份商户账？' });
    expect(question.textContent).toContain(
      '将删除文件“十月.csv”（2\u00a0KB），以及用它做的 2\u00a0次对账和 1\u00a0次试算（2026 年 10 月）。',
    );
    expect(question.textContent).toContain('文件名、大小与校验码长期保留');
    fireEvent.click(within(question).getByRole('button', { name: '删除' }));
    await expect.poll(() => page.of('recon.removeLedger')[0]?.input).toMatchObject({ ledgerId: made.run.ledgerId });
    await expect.poll(() => location.hash).toBe('#/merchant/userCenter/reconManagement');
  });

  it('R13.4 is refused with a sentence', async () => {
    show({ 'recon.removal': () => ({ ...removal, first, keptFor: 'closed' as const }) });
    fireEvent.click(await screen.findByRole('button', { name: '删除商户账…' }));
    const refused = await screen.findByRole('dialog', { name: '这份商户账不能删除' });
    expect(refused.textContent).toContain('要作为对账结果单的凭据保留');
  });

  it('R13.4 of a deleted one it is shown by whom', async () => {
    const removed = {
      ...made.run,
      status: 'expired' as const,
      isFileKept: false,
      removedAt: made.run.createdAt,
      removedBy: '李四',
    };
    show({ 'recon.get': () => removed });
    expect((await screen.findByText('商户账已删除')).closest('section')?.textContent).toContain('李四 于 ');
    expect(screen.queryByRole('button', { name: '重新对账' })).toBeNull();
  });
});

describe('the states of a run', () => {
  it('R13.4 one under way shows its progress, can be left, and is cancelled', async () => {
    const page = show({
      'recon.get': () => made.runningRun,
      'recon.cancel': () => ({ ...made.runningRun, isEnding: true }),
    });
    expect((await screen.findByRole('progressbar')).getAttribute('value')).toBe('40');
    expect(screen.getByText('正在匹配 40%')).toBeDefined();
    const phases = within(screen.getByRole('list', { name: '对账的阶段' })).getAllByRole('listitem');
    expect(phases).toHaveLength(6);
    expect(phases.find((phase) => phase.getAttribute('aria-current') === 'step')?.textContent).toContain('读取商户账');
    fireEvent.click(screen.getByRole('button', { name: '取消对账' }));
    expect(await screen.findByText('正在取消')).toBeDefined();
    expect(page.of('recon.rows')).toEqual([]);
  });

  it('R13.1 a ledger of another stage is named with that stage, and may be gone on with nevertheless', async () => {
    const seemsOf = { stageId: 'stage-9', stageName: '2026 年 9 月' };
    const failure = '这份商户账像是账期“2026 年 9 月”的';
    const refused: Run = { ...made.failedRun, badRows: 0, hasReport: false, failure, seemsOf };
    const page = show({
      'recon.get': () => refused,
      'recon.again': () => ({ ...made.runningRun, runId: 'run-3' }),
    });
    expect(await screen.findByText(failure)).toBeDefined();
    expect(screen.getByRole('link', { name: '改对“2026 年 9 月”' }).getAttribute('href')).toMatch(
      /stageId=stage-9.*runId=run-2/,
    );
    fireEvent.click(screen.getByRole('button', { name: '仍按本账期对账' }));
    await expect.poll(() => page.of('recon.again')[0]?.input).toMatchObject({ anyStage: true });
  });

  it('R13.1 one that failed says why, and gives the rows that could not be read', async () => {
    const page = show({
      'recon.get': () => made.failedRun,
      'recon.report': () => {
        throw refusal('recon.report', 'RHSY404');
      },
    });
    expect(await screen.findByText(made.failedRun.failure)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '下载读不出的行' }));
    await expect.poll(toasts).toEqual(['内容不存在或已删除']);
    expect(page.of('recon.report')[0]?.input).toEqual({ runId: 'run-2' });
  });

  it('R13.4 one whose bills were adjusted since says so, and runs again', async () => {
    const page = show({
      'recon.get': () => ({ ...made.run, isOutdated: true }),
      'recon.again': () => ({ ...made.runningRun, runId: 'run-3' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: '重新对账' }));
    await expect.poll(() => location.hash).toBe('#/merchant/userCenter/reconManagement/run/run-3');
    expect(page.of('recon.again')[0]?.input).toMatchObject({ runId: 'run-2' });
  });

  it.each([
    ['a closed run', { ...made.closedRun }, mayWrite],
    ['a trial', { ...made.run, isDryRun: true }, mayWrite],
    ['a viewer', made.run, { 'recon.read': true }],
  ])('R13.3 %s is only read', async (_, run, auth) => {
    const page = show({ 'recon.get': () => run }, '', auth);
    await rowOf(made.mismatch);
    key('a');
    key('x');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: '结束对账…' })).toBeNull();
    expect(page.of('recon.accept')).toEqual([]);
  });

  it('R2.9 says when nothing is left, when there is no such run, and offers another try', async () => {
    const page = show({
      'recon.rows': () => made.listedItems([]),
      'recon.get': () => ({ ...made.run, differencesLeft: 0 }),
    });
    expect(await screen.findByText('没有要处理的差异了')).toBeDefined();
    page.unmount();
    clearQueries();
    let tries = 0;
    show(
      {
        'recon.get': () => {
          tries += 1;
          throw tries === 1 ? refusal('recon.get', 'RHSY429') : refusal('recon.get', 'RHSY404');
        },
      },
      '?view=all',
    );
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('没有这次对账')).toBeDefined();
  });

  it('R2.9 says when the role may not see it', async () => {
    show({
      'recon.get': () => {
        throw refusal('recon.get', 'RHSY403');
      },
    });
    expect(await screen.findByText('您没有查看这里的权限')).toBeDefined();
  });

  it('R1.4 on H5 it is cards that load more by the cursor', async () => {
    pageTypeStore.set('H5');
    const page = show({
      'recon.rows': ({ cursor }) =>
        cursor === undefined
          ? made.listedItems([made.mismatch], { nextCursor: 'next' })
          : made.listedItems([made.unbooked]),
    });
    await screen.findByText('平台多 ¥8.00');
    fireEvent.click(screen.getByRole('button', { name: '加载更多' }));
    await screen.findByText('平台多 ¥72.20');
    expect(page.of('recon.rows').map(({ input }) => input['cursor'])).toEqual([undefined, 'next']);
    expect(screen.queryByRole('table', { name: '对账结果' })).toBeNull();
  });
});

describe('a result by the keyboard', () => {
  it('ux "Merchant area" j and k move, x selects, a accepts, and the place is kept', async () => {
    const page = show({ 'recon.accept': () => changed });
    await rowOf(made.mismatch);
    key('j');
    await expect.poll(() => (document.activeElement as HTMLElement).dataset['item']).toBe('1284');
    key('ArrowDown');
    key('k');
    key('x');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 LN-20977' }).checked).toBe(true);
    key('a');
    await expect.poll(() => page.of('recon.accept')[0]?.input).toMatchObject({ itemNos: [1284], isAccepted: true });
  });

  it('ux "Merchant area" m shows what may belong to one item, u undoes, n notes, d and D dispute, ? helps', async () => {
    const page = show({
      'recon.get': () => ({ ...made.run, canUndo: true }),
      'recon.suggest': () => ({ suggestions: [] }),
      'recon.undo': () => made.run,
      'recon.note': () => changed,
      'recon.claims': () => made.claims,
    });
    await rowOf(made.mismatch);
    key('u');
    await expect.poll(() => page.of('recon.undo').length).toBe(1);
    key('n');
    fireEvent.change(await screen.findByRole('textbox', { name: '备注' }), { target: { value: '已与门店核对' } });
    fireEvent.click(screen.getByRole('button', { name: '保存备注' }));
    await expect.poll(() => page.of('recon.note')[0]?.input).toMatchObject({ itemNos: [3], note: '已与门店核对' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    key('d');
    expect(await screen.findByText('待提出')).toBeDefined();
    key('D');
    expect(await screen.findByText('提出差异反馈：1 项')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    key('?');
    expect(await screen.findByText('下一项差异')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    key('m');
    await expect.poll(() => location.hash).toContain('open=3');
  });

  it('ux "Merchant area" no key fires while something is typed, with a modifier, or where they are switched off', async () => {
    const page = show({ 'recon.accept': () => changed });
    await rowOf(made.mismatch);
    const field = screen.getByRole('textbox', { name: '业务编号' });
    fireEvent.keyDown(field, { key: 'a' });
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
    chooseSingleKeys(false);
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(page.of('recon.accept')).toEqual([]);
    chooseSingleKeys(true);
    fireEvent.keyDown(document.body, { key: 'a' });
    await expect.poll(() => page.of('recon.accept').length).toBe(1);
  });
});
