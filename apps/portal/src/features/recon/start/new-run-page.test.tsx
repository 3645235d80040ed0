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
import { preview, stages, workingRun } from '../recon.fixture.ts';
import type { Mapping } from './ledger-queries.ts';
import { skippedText, withColumn, withField } from './mapping.ts';
import { loadColumnsPart, NewRunPage } from './new-run-page.tsx';

beforeAll(async () => {
  await loadChunk(loadColumnsPart);
});

const show = (answers: Answers = {}, search = '') =>
  showPage(<NewRunPage />, {
    at: `/merchant/userCenter/reconManagement/new${search}`,
    state: { user, auth: { 'recon.read': true, 'recon.write': true } },
    answers: {
      'stage.all': () => stages,
      'recon.upload': () => ({ ledgerId: 'l1', earlier: [] }),
      'recon.preview': ({ mapping }) => ({ ...preview, mapping: mapping ?? preview.mapping }),
      'recon.start': () => ({ ...workingRun, runId: 'r9' }),
      ...answers,
    },
  });
const ledger = (name = '10月台账.csv') => new File(['借据号,记账日'], name, { type: 'text/csv' });
const choose = (file = ledger()) =>
  fireEvent.change(screen.getByLabelText(/商户账文件/), { target: { files: [file] } });
const columnsShown = () => screen.findByRole('region', { name: '商户账的前几行' });
const press = () => fireEvent.click(screen.getByRole('button', { name: '开始对账' }));

describe('a new reconciliation', () => {
  it('R13.1 R13.4 of a run whose file is kept needs no upload: its columns and its subject are there to change', async () => {
    const former = {
      ...workingRun,
      runId: 'r1',
      ledgerId: 'l7',
      name: '九月.csv',
      isFileKept: true,
      mapping: preview.mapping,
    };
    const page = show({ 'recon.get': () => former }, '?runId=r1&stageId=s10');
    await columnsShown();
    expect(screen.getByText('已上传 九月.csv')).toBeDefined();
    expect(page.of('recon.upload')).toEqual([]);
    press();
    await vi.waitFor(() => expect(location.hash).toBe('#/merchant/userCenter/reconManagement/run/r9'));
    expect(page.of('recon.start')[0]?.input).toMatchObject({ ledgerId: 'l7', stageId: 's10', side: former.side });
  });

  it('R13.1 of a run whose file is gone begins with the upload', async () => {
    show({ 'recon.get': () => ({ ...workingRun, runId: 'r2', isFileKept: false }) }, '?runId=r2');
    expect(await screen.findByText('选择文件')).toBeDefined();
    expect(screen.queryByText(/^已上传/)).toBeNull();
  });

  it('R1.1 a ledger for which there is no room says so at its field, with a way to customer service', async () => {
    show({
      'recon.upload': () => {
        throw refusal('recon.upload', 'RHRE001');
      },
    });
    choose();
    const link = await screen.findByRole('link', { name: '联系我们' });
    expect(link.parentElement?.textContent).toContain('对账文件的空间已用完，请先结束已有的对账，或联系我们扩容');
    expect(link.getAttribute('href')).toBe('#/portal/feedBack?topic=consult');
  });

  it('R13.1 uploads the ledger, shows what was recognised, and starts at the run', async () => {
    const page = show({}, '?stageId=s10');
    choose();
    const table = within(await columnsShown());
    expect(screen.getByText('已上传 10月台账.csv')).toBeDefined();
    expect(
      screen.getByText(/表头在第\s3\s行，已按列名识别.*略过：第\s1–2\s行（说明）、第\s9\s行（合计）/),
    ).toBeDefined();
    expect(table.getByLabelText<HTMLSelectElement>('“借据号”列的含义').value).toBe('reference');
    expect(table.getByLabelText<HTMLSelectElement>('“备注”列的含义').value).toBe('');
    expect(table.getByText('金额不是数字').closest('td')?.textContent).toBe('x金额不是数字');
    expect(table.getByText('首期')).toBeDefined();
    await screen.findByText(/将用“10月台账.csv”核对 2026 年 10 月的应付 · 服务费/);
    fireEvent.click(screen.getByRole('radio', { name: /^业务金额/ }));
    fireEvent.click(screen.getByRole('radio', { name: /^应收/ }));
    press();
    await vi.waitFor(() => expect(location.hash).toBe('#/merchant/userCenter/reconManagement/run/r9'));
    expect(page.of('recon.start')[0]?.input).toMatchObject({
      ledgerId: 'l1',
      stageId: 's10',
      direction: 'receivable',
      side: 'basis',
      mapping: preview.mapping,
    });
  });

  it('R13.1 another meaning of a column and other formats are read again, and are what is started', async () => {
    const page = show({}, '?stageId=s10');
    choose();
    const table = within(await columnsShown());
    fireEvent.change(table.getByLabelText('“备注”列的含义'), { target: { value: 'counterparty' } });
    fireEvent.change(screen.getByLabelText('金额的正负'), { target: { value: 'reversed' } });
    fireEvent.change(screen.getByLabelText('日期的写法'), { target: { value: 'dmy' } });
    fireEvent.change(screen.getByLabelText('金额的单位'), { target: { value: 'fen' } });
    await vi.waitFor(() => expect(page.of('recon.preview').length).toBeGreaterThan(1));
    press();
    await vi.waitFor(() => expect(page.of('recon.start')).toHaveLength(1));
    const mapping = {
      columns: [...preview.mapping.columns, { field: 'counterparty', column: 3, name: '备注' }],
      sign: 'reversed',
      dayOrder: 'dmy',
      unit: 'fen',
    };
    expect(page.of('recon.start')[0]?.input['mapping']).toEqual(mapping);
    expect(page.of('recon.preview').at(-1)?.input['mapping']).toEqual(mapping);
  });

  it('R13.1 a mapping without a day says so at once, and nothing is started', async () => {
    const page = show({}, '?stageId=s10');
    choose();
    const table = within(await columnsShown());
    fireEvent.change(table.getByLabelText('“记账日”列的含义'), { target: { value: '' } });
    expect((await screen.findByRole('alert')).textContent).toBe('请选择“日期”所在的列');
    press();
    expect(document.activeElement).toBe(table.getByLabelText('“借据号”列的含义'));
    expect(page.of('recon.start')).toEqual([]);
  });

  it('R13.4 names the runs of a file with the same bytes', async () => {
    show({
      'recon.upload': () => ({
        ledgerId: 'l1',
        earlier: [{ runId: 'r1', stageName: '2026 年 9 月', createdAt: '2026-11-22T01:42:00.000Z' }],
      }),
    });
    choose();
    const notice = await screen.findByText(/内容相同的文件对过账/);
    expect(notice.textContent).toContain('2026 年 9 月（2026-11-22 09:42）');
    expect(within(notice).getByRole('link').getAttribute('href')).toBe('#/merchant/userCenter/reconManagement/run/r1');
  });

  it('R5.1 asks for what is missing at its field', async () => {
    const page = show();
    press();
    expect(await screen.findByText('请选择商户账文件')).toBeDefined();
    expect(screen.getByText('请选择账期', { selector: '[aria-live] *, [aria-live]' })).toBeDefined();
    expect(page.of('recon.start')).toEqual([]);
  });

  it('R5.7 a file of another kind is refused before it is sent', async () => {
    const page = show();
    choose(ledger('10月.pdf'));
    expect(await screen.findByText('请选择 CSV、XLSX 格式的文件')).toBeDefined();
    expect(page.of('recon.upload')).toEqual([]);
  });

  it('R13.1 a ledger can be dropped', async () => {
    const page = show();
    const zone = screen.getByText(/也可以把文件拖到这里/).closest('div[class*="drop"]');
    const dataTransfer = { files: [ledger()], types: ['Files'] };
    fireEvent.dragOver(zone ?? document.body, { dataTransfer });
    fireEvent.drop(zone ?? document.body, { dataTransfer });
    await columnsShown();
    expect(page.of('recon.upload')).toHaveLength(1);
  });

  it.each([
    ['RHRE003', '这个账期还没有这个方向的已出账单，暂不能对账'],
    ['RHRE005', '商户账文件已不再保留，请重新上传'],
  ] as const)('R8.3 the refusal %s stands at its field', async (code, text) => {
    show(
      {
        'recon.start': () => {
          throw refusal('recon.start', code);
        },
      },
      '?stageId=s10',
    );
    choose();
    await columnsShown();
    press();
    expect(await screen.findByText(text)).toBeDefined();
    expect(toasts()).toEqual([]);
  });

  it('R13.1 a ledger that is not kept any more is asked for again', async () => {
    show({
      'recon.preview': () => {
        throw refusal('recon.preview', 'RHSY404');
      },
    });
    choose();
    expect(await screen.findByText('文件已不再保留，请重新上传')).toBeDefined();
  });

  it('R13.1 remembers the columns as a source; a refusal stands at its name', async () => {
    let tries = 0;
    const page = show({
      'recon.saveMapping': () => {
        tries += 1;
        if (tries === 1) throw refusal('recon.saveMapping', 'RHRE002');
        return {};
      },
    });
    choose();
    await columnsShown();
    fireEvent.click(screen.getByRole('button', { name: '保存为来源' }));
    const dialog = within(await screen.findByRole('dialog', { name: '保存为来源' }));
    fireEvent.change(dialog.getByLabelText(/来源名称/), { target: { value: ' 财务系统 ' } });
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    expect(await dialog.findByText('保存的来源已达上限，请改用已有的名称')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    await vi.waitFor(() => expect(toasts()).toEqual(['来源已保存，下次上传同样列的文件会自动沿用']));
    expect(page.of('recon.saveMapping').at(-1)?.input).toMatchObject({ name: '财务系统', mapping: preview.mapping });
  });

  it('R1.4 on H5 each field has its column, and the rows are cards', async () => {
    pageTypeStore.set('H5');
    try {
      show();
      choose();
      expect((await screen.findByLabelText<HTMLSelectElement>('业务编号')).value).toBe('0');
      expect(screen.queryByRole('table')).toBeNull();
      expect(within(screen.getByRole('list', { name: '商户账的前几行' })).getByText('¥96.20')).toBeDefined();
    } finally {
      pageTypeStore.set('PC');
    }
  });
});

describe('a mapping', () => {
  const mapping: Mapping = preview.mapping;
  it('R13.1 gives a field one column, and a column one field', () => {
    const moved = withField(mapping, { column: 3, name: '备注' }, 'reference');
    expect(moved.columns.filter(({ field }) => field === 'reference')).toEqual([
      { field: 'reference', column: 3, name: '备注' },
    ]);
    expect(withField(mapping, { column: 0, name: '借据号' }, undefined).columns).toHaveLength(2);
    expect(withColumn(mapping, 'amount', undefined).columns).toHaveLength(2);
    expect(withColumn(mapping, 'amount', { column: 0, name: '借据号' }).columns).toHaveLength(2);
  });

  it('R13.1 skipped rows of one reason are named together', () => {
    expect(
      skippedText([
        { row: 1, reason: '空行' },
        { row: 2, reason: '空行' },
        { row: 3, reason: '合计' },
      ]),
    ).toBe('第\u00a01–2\u00a0行（空行）、第\u00a03\u00a0行（合计）');
  });
});
