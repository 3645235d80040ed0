import { describe, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { type Stage, saveStage } from '../dimension/dimension-queries.ts';
import { ImportDrawer } from './import-drawer.tsx';
import { ImportListPage } from './import-list-page.tsx';
import type { LineImport, Preview } from './line-import-queries.ts';
import { UploadDrawer } from './upload-drawer.tsx';

const item: LineImport = {
  importId: 'i1',
  stageId: 's1',
  stageName: '2026-12',
  name: '明细.csv',
  kind: 'csv',
  size: 2048,
  sha256: 'a'.repeat(64),
  status: 'uploaded',
  progress: { done: 0, total: 0, text: '' },
  isEnding: false,
  failure: '',
  hasReport: false,
  uploadedBy: '李娜',
  createdAt: '2026-11-23T01:00:00.000Z',
  version: 1,
};
const preview: Preview = {
  headRow: 2,
  columns: [
    { column: 0, name: '公司', samples: ['甲', '', ''] },
    { column: 1, name: '编号', samples: ['L-1', '', ''] },
  ],
  mapping: [{ field: 'loanNo', column: 1 }],
  fault: { field: 'tenant', message: '请选择“商户”所在的列' },
  rows: [{ row: 3, values: [{ field: 'loanNo', text: 'L-1', fault: '含有不能显示的字符' }] }],
  skipped: [{ row: 1, reason: '表头之前的说明' }],
};
const auth = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const pageOf = (items: readonly LineImport[]): Answers => ({
  'ops.lineImport.page': () => ({ items: [...items], total: items.length, totalIsExact: true, page: 1, pageSize: 20 }),
});
const show = (given: Partial<LineImport>, answers: Answers = {}) => {
  const shown = { ...item, ...given };
  return showPage(<ImportDrawer importId="i1" onClose={() => undefined} />, {
    at: '/lines?open=i1',
    state: { auth },
    answers: {
      'ops.lineImport.get': () => shown,
      'ops.lineImport.preview': () => preview,
      ...answers,
    },
  });
};
const drawer = () => screen.findByRole('dialog', { name: '明细导入' });

describe('R11.6 imports of lines', () => {
  it('R11.6 the list says that there are none, and a failure how to go on; who may not write brings no file', async () => {
    showPage(<ImportListPage />, {
      at: '/lines',
      state: { auth: { 'ops.billing.read': true } as never },
      answers: pageOf([]),
    });
    expect(await screen.findByText('还没有导入')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '导入明细' })).toBeNull();
  });

  it('R11.6 a stage that was made a moment ago can be imported into', async () => {
    const stages: Stage[] = [];
    const answers: Answers = {
      'ops.stage.page': () => ({ items: stages, total: stages.length, totalIsExact: true, page: 1, pageSize: 100 }),
      'ops.stage.save': () => ({ stageId: 's1', version: 1 }),
    };
    const open = () =>
      showPage(<UploadDrawer onClose={() => undefined} onStored={() => undefined} />, {
        at: '/lines',
        state: { auth },
        answers,
      });
    const before = open();
    expect(await screen.findByText('没有未出账的账期')).toBeTruthy();
    before.unmount();
    const stage = { name: '2026-12', opensOn: '2026-12-01', issuesOn: '2027-01-05', confirmDays: 5, payDays: 10 };
    await saveStage({ ...stage, idempotencyKey: 'k1' });
    stages.push({ ...stage, stageId: 's1', status: 'open', version: 1 });
    open();
    expect(await screen.findByRole('option', { name: '2026-12' })).toBeTruthy();
  });

  it('R11.6 rows that the list counts lead to the part that explains them', async () => {
    const skipped = [{ reason: '合计行', rows: 1, listed: [{ row: 9, cells: ['合计', '300.00'] }] }];
    const faulty = { ...item, status: 'rejected' as const, rows: 9, badRows: 2, hasReport: true };
    const done = { ...item, importId: 'i2', status: 'done' as const, rows: 8, skipped };
    const { keyboard } = showPage(<ImportListPage />, {
      at: '/lines?stageId=s1',
      state: { auth },
      answers: {
        ...pageOf([faulty, done]),
        'ops.lineImport.get': ({ importId }) => (importId === 'i2' ? done : faulty),
        'ops.lineImport.preview': () => preview,
      },
    });
    await keyboard.click(await screen.findByRole('link', { name: '9 行，2 行有误' }));
    await expect.poll(() => document.activeElement?.id).toBe('import-faulty');
    // The list beneath keeps its filter.
    expect(location.hash).toBe('#/lines?stageId=s1&open=i1');
    await keyboard.click(within(await drawer()).getByRole('button', { name: '关闭' }));
    await keyboard.click(await screen.findByRole('link', { name: '1 行' }));
    await expect.poll(() => document.activeElement?.textContent).toContain('合计行');
    expect(screen.getByText('300.00')).toBeDefined();
    const box = within(await drawer());
    await keyboard.click(box.getByRole('button', { name: '关闭' }));
  });

  it('R11.6 a failing list offers another try', async () => {
    const { keyboard, of } = showPage(<ImportListPage />, {
      at: '/lines',
      state: { auth },
      answers: {
        'ops.lineImport.page': () => {
          throw refusal('ops.lineImport.page', 'OPSB0001');
        },
      },
    });
    await keyboard.click(await screen.findByRole('button', { name: '重试' }));
    await expect.poll(() => of('ops.lineImport.page').length).toBeGreaterThan(1);
  });

  it('R11.6 where a file corrects lines, the rules of that stand beside its columns', async () => {
    const mapping = [...preview.mapping, { field: 'correctsLineId' as const, column: 0 }];
    show({}, { 'ops.lineImport.preview': () => ({ ...preview, mapping }) });
    expect(await screen.findByText(/一条明细的全部更正合计不能超过它的金额或数量/)).toBeTruthy();
  });

  it('R11.6 what a mapping lacks stands at its field, the start waits for it, and a change is previewed', async () => {
    const { keyboard, of } = show({});
    const box = within(await drawer());
    expect((await box.findAllByText('请选择“商户”所在的列')).length).toBeGreaterThan(0);
    expect(box.getByText('含有不能显示的字符')).toBeTruthy();
    expect(box.getByText(/第 1 行（表头之前的说明）/)).toBeTruthy();
    expect(box.getByRole<HTMLButtonElement>('button', { name: '开始导入' }).disabled).toBe(true);
    await keyboard.selectOptions(box.getByLabelText(/^商户/), '公司');
    await expect
      .poll(() => of('ops.lineImport.preview').at(-1)?.input)
      .toEqual({
        importId: 'i1',
        mapping: [
          { field: 'loanNo', column: 1 },
          { field: 'tenant', column: 0, name: '公司' },
        ],
      });
  });

  it('ux "Always" what was set for the columns is there again after the drawer was closed, and gone once it is started', async () => {
    const { fault: _, ...right } = preview;
    const answers: Answers = {
      'ops.lineImport.preview': ({ mapping }) => ({ ...right, mapping: mapping ?? preview.mapping }),
      'ops.lineImport.start': () => ({ ...item, status: 'queued' }),
    };
    const first = show({}, answers);
    await first.keyboard.selectOptions(within(await drawer()).getByLabelText(/^商户/), '公司');
    first.unmount();
    const { keyboard, of } = show({}, answers);
    const box = within(await drawer());
    expect(await box.findByLabelText(/^商户/)).toHaveProperty('value', '0');
    await keyboard.click(box.getByRole('button', { name: '开始导入' }));
    await expect
      .poll(() => of('ops.lineImport.start')[0]?.input['mapping'])
      .toContainEqual({ field: 'tenant', column: 0, name: '公司' });
    await expect.poll(() => Object.keys(sessionStorage).filter((name) => name.includes('line-mapping'))).toEqual([]);
  });

  it('ux "Always" a fixed text that one is still typing is there again after Esc, and is imported', async () => {
    const { fault: _, ...right } = preview;
    const answers: Answers = {
      'ops.lineImport.preview': ({ mapping }) => ({ ...right, mapping: mapping ?? preview.mapping }),
      'ops.lineImport.start': () => ({ ...item, status: 'queued' }),
    };
    const first = show({}, answers);
    const box = within(await drawer());
    await first.keyboard.selectOptions(await box.findByLabelText(/^商户/), '固定为…');
    await first.keyboard.type(box.getByLabelText('商户固定为'), '云栖 商贸');
    // As Esc does: the field is gone before it was left.
    first.unmount();
    const { keyboard, of } = show({}, answers);
    const again = within(await drawer());
    expect(await again.findByLabelText('商户固定为')).toHaveProperty('value', '云栖 商贸');
    await keyboard.click(again.getByRole('button', { name: '开始导入' }));
    await expect
      .poll(() => of('ops.lineImport.start')[0]?.input['mapping'])
      .toContainEqual({ field: 'tenant', value: '云栖 商贸' });
  });

  it('ux "Always" letters of a fixed text are previewed together', async () => {
    const { keyboard, of } = show({});
    const box = within(await drawer());
    await keyboard.selectOptions(await box.findByLabelText(/^单位/), '固定为…');
    await keyboard.type(box.getByLabelText('单位固定为'), '人次');
    await expect
      .poll(() => of('ops.lineImport.preview').at(-1)?.input['mapping'])
      .toContainEqual({ field: 'unit', value: '人次' });
    expect(JSON.stringify(of('ops.lineImport.preview'))).not.toContain('"人"');
  });

  it('R11.6 a file that was imported before is imported again only when that is confirmed', async () => {
    const { fault: _, ...right } = preview;
    const came = { importId: 'i0', stageName: '2026-11', importedAt: '2026-11-20T01:00:00.000Z', by: '王芳' };
    let earlier: (typeof came)[] = [];
    const { keyboard, of } = show(
      {},
      {
        'ops.lineImport.preview': () => ({ ...right, earlier }),
        'ops.lineImport.start': ({ again }) => {
          // A colleague was quicker.
          earlier = [came];
          if (again !== true) throw refusal('ops.lineImport.start', 'RHBI003');
          return { ...item, status: 'queued' };
        },
      },
    );
    const box = within(await drawer());
    await keyboard.click(await box.findByRole('button', { name: '开始导入' }));
    expect(await box.findByText(/由 王芳 导入到账期/)).toBeDefined();
    await keyboard.click(await box.findByRole('checkbox', { name: '我确认要再次导入这个文件' }));
    await keyboard.click(box.getByRole('button', { name: '开始导入' }));
    await expect.poll(() => of('ops.lineImport.start').at(-1)?.input).toMatchObject({ again: true, version: 1 });
  });

  it('R11.6 that the same file was imported before stands above its columns: when, by whom, for which stage', async () => {
    const { fault: _, ...right } = preview;
    const earlier = [{ importId: 'i0', stageName: '2026-11', importedAt: '2026-11-20T01:00:00.000Z', by: '王芳' }];
    const { of } = show({}, { 'ops.lineImport.preview': () => ({ ...right, earlier }) });
    const box = within(await drawer());
    const notice = await box.findByRole('alert');
    expect(notice.textContent).toContain('由 王芳 导入到账期“2026-11”');
    expect(within(notice).getByRole('link').getAttribute('href')).toBe('#/lines?open=i0');
    expect(box.getByRole('checkbox', { name: '我确认要再次导入这个文件' })).toBeTruthy();
    expect(box.getByRole<HTMLButtonElement>('button', { name: '开始导入' }).disabled).toBe(true);
    expect(of('ops.lineImport.start')).toEqual([]);
  });

  it('R11.6 a running import shows how far it is and can be cancelled', async () => {
    const { keyboard, of } = show(
      { status: 'running', progress: { done: 30, total: 100, text: '正在读取，已 3,000 行' } },
      { 'ops.lineImport.cancel': () => ({ ...item, status: 'running', isEnding: true }) },
    );
    const box = within(await drawer());
    expect(await box.findByText('正在读取，已 3,000 行')).toBeTruthy();
    await keyboard.click(box.getByRole('button', { name: '取消导入 明细.csv' }));
    await expect.poll(() => of('ops.lineImport.cancel').length).toBe(1);
  });

  it('R14.6 a running import that the server does not answer for says that it is asked again', async () => {
    let isSilent = false;
    show(
      { status: 'running', progress: { done: 30, total: 100, text: '正在读取，已 3,000 行' } },
      {
        'ops.lineImport.get': () => {
          if (isSilent) throw refusal('ops.lineImport.get', 'OPSB0002');
          isSilent = true;
          return { ...item, status: 'running', progress: { done: 30, total: 100, text: '正在读取，已 3,000 行' } };
        },
      },
    );
    const box = within(await drawer());
    expect(await box.findByText('正在读取，已 3,000 行')).toBeTruthy();
    expect(await box.findByText('系统暂时没有响应，正在重试', {}, { timeout: 10_000 })).toBeTruthy();
    expect(box.getByRole('progressbar').getAttribute('value')).toBe('30');
  });

  it('R11.6 bad rows: nothing was imported, and the report can be fetched', async () => {
    show({ status: 'rejected', rows: 3000, badRows: 1000, hasReport: true });
    const box = within(await drawer());
    expect(await box.findByText(/3,000 行，1,000 行有误，没有导入任何一行/)).toBeTruthy();
    expect(box.getByRole('button', { name: '下载错误行' })).toBeTruthy();
  });
});
