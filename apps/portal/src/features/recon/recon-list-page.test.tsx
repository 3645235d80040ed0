import type { CallReply } from '@ronghui/client';
import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { beforeAll, describe, expect, it, vi } from 'vitest';
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
import { templateText } from './ledger-template.ts';
import { closedRun, doneRun, listedRuns, stages, workingRun } from './recon.fixture.ts';
import { loadSettingsDrawer, ReconListPage } from './recon-list-page.tsx';
import type { Run } from './recon-queries.ts';
import { rule } from './result/result.fixture.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadSettingsDrawer);
}, 60_000);

const writer = { 'recon.read': true, 'recon.write': true };
const show = (answers: Answers = {}, { search = '', auth = writer as Readonly<Record<string, boolean>> } = {}) =>
  showPage(<ReconListPage />, {
    at: `/merchant/userCenter/reconManagement${search}`,
    state: { user, auth },
    answers: {
      'stage.all': () => stages,
      'recon.page': () => listedRuns([doneRun, closedRun]),
      'recon.get': () => workingRun,
      'recon.rules': () => ({ rules: [], isFull: false }),
      ...answers,
    },
  });
const rowOf = async (name: string): Promise<HTMLElement | null> => (await screen.findByText(name)).closest('tr');

describe('the list of reconciliations', () => {
  it('R10.10 shows what was compared, what is left, and who closed it', async () => {
    show();
    const row = await rowOf(doneRun.name);
    expect(row?.textContent).toBe(
      '2026 年 10 月应付 · 服务费10月台账.xlsx1,280\u00a0行还差\u00a03\u00a0项平台多 ¥96.202026-11-22 09:42陈静重新对账打开',
    );
    expect((await rowOf(closedRun.name))?.textContent).toContain('已平王小明 2026-11-01 10:00 结束无差额');
    expect(screen.getByText('共 2 次对账')).toBeDefined();
    const link = within(row ?? document.body).getByRole('link', { name: '2026 年 10 月' });
    expect(link.getAttribute('href')).toBe('#/merchant/userCenter/reconManagement/run/r1');
  });

  it.each<[string, Partial<Run>, string]>([
    ['queued', { status: 'cancelled' }, '已取消'],
    ['failed', { status: 'failed', failure: '第 9 行的日期读不出' }, '未完成第 9 行的日期读不出'],
    ['expired', { status: 'expired' }, '已过期'],
    ['in a feedback', { differencesLeft: 0, isDisputed: true }, '反馈中'],
    [
      'in a feedback that was answered',
      { differencesLeft: 0, isDisputed: false, totals: doneRun.totals?.map((each) => ({ ...each, sent: 1 })) ?? [] },
      '已平',
    ],
    ['a trial', { isDryRun: true }, '还差\u00a03\u00a0项试算'],
    ['outdated', { isOutdated: true }, '还差\u00a03\u00a0项账单有变化'],
    ['with rows that cannot be read', { badRows: 3 }, '1,280\u00a0行，3\u00a0行读不出'],
  ])('R13.4 a run that is %s says so', async (_, changes, text) => {
    show({ 'recon.page': () => listedRuns([{ ...doneRun, ...changes }]) });
    expect((await rowOf(doneRun.name))?.textContent).toContain(text);
  });

  it('R13.4 shows the progress of a run, follows it to its end, and cancels it', async () => {
    let now: Run = workingRun;
    const page = show({
      'recon.page': () => listedRuns([now]),
      'recon.get': () => now,
      'recon.cancel': () => {
        now = { ...workingRun, status: 'cancelled' };
        return now;
      },
    });
    expect(await screen.findByText('62%，正在匹配')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: '2026 年 10 月 的对账进度' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '取消 2026 年 10 月 的对账' }));
    expect(await screen.findByText('已取消')).toBeDefined();
    expect(page.of('recon.cancel')[0]?.input).toMatchObject({ runId: 'r2' });
  });

  it('R13.4 compares the same ledger again, and leads to the new run', async () => {
    const page = show({ 'recon.again': () => ({ ...workingRun, runId: 'r9' }) });
    fireEvent.click(await screen.findByRole('button', { name: `重新对账 2026 年 10 月 ${doneRun.name}` }));
    await vi.waitFor(() => expect(location.hash).toBe('#/merchant/userCenter/reconManagement/run/r9'));
    expect(page.of('recon.again')[0]?.input).toMatchObject({ runId: 'r1' });
    expect(toasts()).toEqual(['已重新开始对账']);
  });

  it('R13.4 a ledger that is not kept any more cannot be compared again, and a trial neither', async () => {
    show({
      'recon.page': () =>
        listedRuns([
          { ...doneRun, isFileKept: false },
          { ...doneRun, runId: 'r5', isDryRun: true },
        ]),
    });
    expect(await screen.findAllByText(doneRun.name)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /重新对账/ })).toBeNull();
  });

  it('R6.3 a role that may only read has no way to write', async () => {
    show({ 'recon.page': () => listedRuns([doneRun, workingRun]) }, { auth: { 'recon.read': true } });
    expect(await screen.findAllByText(doneRun.name)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /重新对账|取消/ })).toBeNull();
    expect(screen.queryByRole('link', { name: '新建对账' })).toBeNull();
    expect(screen.getByRole('link', { name: '全年对账' })).toBeDefined();
  });

  it('R2.10 asks for the stage of the address', async () => {
    const page = show({}, { search: '?stageId=s9' });
    await screen.findByText(doneRun.name);
    expect(page.of('recon.page')[0]?.input).toMatchObject({ stageId: 's9' });
  });

  it('R1.4 on H5 it is cards', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      expect(await screen.findByText('平台多 ¥96.20')).toBeDefined();
      expect(screen.queryByRole('table')).toBeNull();
      expect(screen.getByRole('link', { name: `打开 2026 年 10 月 ${doneRun.name}` })).toBeDefined();
    } finally {
      pageTypeStore.set('PC');
    }
  });
});

describe('the list without rows', () => {
  it('R2.9 says what it is for, leads to the upload, and saves the template', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    show({ 'recon.page': () => listedRuns([]) });
    expect(await screen.findByText('还没有对账')).toBeDefined();
    const link = screen.getByRole('link', { name: '上传商户账' });
    expect(link.getAttribute('href')).toBe('#/merchant/userCenter/reconManagement/new');
    fireEvent.click(screen.getByRole('button', { name: '下载模板' }));
    expect(saved).toEqual(['商户账模板.csv']);
    expect(templateText()).toBe('\ufeff业务编号,日期,金额,对方\r\n');
  });

  it('R2.9 while it loads the table stands with its skeleton', () => {
    show({ 'recon.page': () => new Promise(() => undefined) });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  });

  it('R2.9 offers another try when it failed to come', async () => {
    let tries = 0;
    show({
      'recon.page': () => {
        tries += 1;
        if (tries === 1) throw refusal('recon.page', 'RHSY429');
        return listedRuns([doneRun]);
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText(doneRun.name)).toBeDefined();
  });

  it('R4.13 a tenant that is not certified is led to the wizard', async () => {
    show({
      'recon.page': () => {
        throw refusal('recon.page', 'RHCE002');
      },
    });
    expect((await screen.findByRole('link', { name: '去认证' })).getAttribute('href')).toContain(
      '/merchant/accountCenter/verify',
    );
  });
});

describe('the settings', () => {
  const settings = { amountTolerance: fen(100), amountRate: 5000, dayTolerance: 3, version: 4 };
  const at = { search: '?settings=open' };

  it('R13.2 shows the tolerances, and saves others', async () => {
    const page = show({ 'recon.settings': () => settings, 'recon.saveSettings': () => ({ version: 5 }) }, at);
    const amount = await screen.findByLabelText<HTMLInputElement>('金额容差');
    expect(amount.value).toBe('1.00');
    expect(screen.getByLabelText<HTMLInputElement>('比例容差').value).toBe('0.5');
    fireEvent.change(amount, { target: { value: '2.5' } });
    fireEvent.change(screen.getByLabelText('比例容差'), { target: { value: '1' } });
    fireEvent.change(screen.getByLabelText('日期容差'), { target: { value: '5' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await vi.waitFor(() => expect(toasts()).toEqual(['对账设置已保存，下一次对账按此进行']));
    expect(page.of('recon.saveSettings')[0]?.input).toMatchObject({
      amountTolerance: 250,
      amountRate: 10_000,
      dayTolerance: 5,
      version: 4,
    });
  });

  it('R5.1 a tolerance beyond its bounds is marked at its field, and nothing is sent', async () => {
    const page = show({ 'recon.settings': () => settings }, at);
    fireEvent.change(await screen.findByLabelText('日期容差'), { target: { value: '32' } });
    fireEvent.change(screen.getByLabelText('比例容差'), { target: { value: '10.1' } });
    fireEvent.change(screen.getByLabelText('金额容差'), { target: { value: '100000.01' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(screen.getByText('日期容差请填写 0 至 31 的整数')).toBeDefined();
    expect(screen.getByText('比例容差请填写 0 至 10%，最多四位小数')).toBeDefined();
    expect(screen.getByText('金额容差请填写 0 至 ¥100,000.00，最多两位小数')).toBeDefined();
    expect(page.of('recon.saveSettings')).toEqual([]);
  });

  it('R13.2 tries other tolerances on the last run that is done, without saving them', async () => {
    const page = show(
      {
        'recon.settings': () => settings,
        'recon.page': () => listedRuns([workingRun, { ...doneRun, runId: 'trial', isDryRun: true }, doneRun]),
        'recon.dryRun': () => ({ ...workingRun, runId: 'r7', isDryRun: true }),
      },
      at,
    );
    fireEvent.change(await screen.findByLabelText('金额容差'), { target: { value: '8' } });
    fireEvent.click(await screen.findByRole('button', { name: '试算' }));
    await vi.waitFor(() => expect(location.hash).toBe('#/merchant/userCenter/reconManagement/run/r7'));
    expect(page.of('recon.dryRun')[0]?.input).toMatchObject({ runId: 'r1', amountTolerance: 800 });
    expect(page.of('recon.saveSettings')).toEqual([]);
  });

  it('R13.2 somebody else saved others meanwhile: it says so and keeps what was typed', async () => {
    show(
      {
        'recon.settings': () => settings,
        'recon.saveSettings': () => {
          throw refusal('recon.saveSettings', 'RHSY409');
        },
      },
      at,
    );
    fireEvent.change(await screen.findByLabelText('金额容差'), { target: { value: '8' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await vi.waitFor(() => expect(toasts()).toEqual(['数据已发生变化，请刷新后重试']));
    expect(screen.getByLabelText<HTMLInputElement>('金额容差').value).toBe('8');
  });

  it('R6.3 who may only read sees them as facts', async () => {
    show({ 'recon.settings': () => settings }, { ...at, auth: { 'recon.read': true } });
    expect(await screen.findByText('0.5%')).toBeDefined();
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  });
});

describe('the rules beside the tolerances', () => {
  const at = { search: '?settings=open' };
  const settings = { amountTolerance: fen(100), amountRate: 5000, dayTolerance: 3, version: 4 };
  const gone = {
    ...rule,
    ruleId: 'rule-0',
    kind: 'amount' as const,
    value: -300,
    takenBackAt: rule.createdAt,
    takenBackBy: '王小明',
  };
  const rulesOf = () => screen.findByRole('region', { name: '差异规则' });

  it('R13.2 says what each says, where it comes from and who took it back; one is taken back after a question', async () => {
    let rules: CallReply<'recon.rules'>['rules'] = [rule, gone];
    const page = show(
      {
        'recon.settings': () => settings,
        'recon.rules': () => ({ rules, isFull: false }),
        'recon.takeBackRule': () => {
          rules = [gone];
          return { ...rule, takenBackAt: rule.createdAt, takenBackBy: '陈静' };
        },
      },
      at,
    );
    const list = within(await rulesOf());
    expect(await list.findByText(/^对方“某机构”，平台每笔多明细金额的 0\.38%$/)).toBeDefined();
    expect(list.getByText(/^对方“某机构”，平台每笔少 ¥3\.00$/)).toBeDefined();
    expect(list.getByText(/王小明 .*收回/)).toBeDefined();
    fireEvent.click(list.getByRole('button', { name: /^收回规则/ }));
    const question = await screen.findByRole('alertdialog', { name: '收回这条规则？' });
    expect(question.textContent).toContain('已有的对账结果不变');
    fireEvent.click(within(question).getByRole('button', { name: '收回规则' }));
    await vi.waitFor(() => expect(toasts()).toEqual(['规则已收回，下一次对账不再使用']));
    expect(page.of('recon.takeBackRule')[0]?.input).toMatchObject({ ruleId: 'rule-1' });
    await vi.waitFor(() => expect(list.queryByRole('button', { name: /^收回规则/ })).toBeNull());
  });

  it('R2.9 without rules it says how one is made; a failure offers another try', async () => {
    let tries = 0;
    show(
      {
        'recon.settings': () => settings,
        'recon.rules': () => {
          tries += 1;
          if (tries === 1) throw refusal('recon.rules', 'RHSY429');
          return { rules: [], isFull: false };
        },
      },
      at,
    );
    const list = within(await rulesOf());
    fireEvent.click(await list.findByRole('button', { name: '重试' }));
    expect(await list.findByText(/还没有规则/)).toBeDefined();
  });

  it('R6.3 who may only read sees them without a way to take one back', async () => {
    show(
      { 'recon.settings': () => settings, 'recon.rules': () => ({ rules: [rule], isFull: true }) },
      { ...at, auth: { 'recon.read': true } },
    );
    const list = within(await rulesOf());
    expect(await list.findByText(/在用的规则已达上限 50 条/)).toBeDefined();
    expect(list.queryByRole('button', { name: /收回/ })).toBeNull();
  });
});
