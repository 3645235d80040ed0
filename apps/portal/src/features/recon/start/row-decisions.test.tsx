import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answers, fireEvent, screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { stages, surveyed, workingRun } from '../recon.fixture.ts';
import type { Preview } from './ledger-queries.ts';
import { loadColumnsPart, NewRunPage } from './new-run-page.tsx';
import type { Choices } from './row-choices.ts';

beforeAll(async () => {
  await loadChunk(loadColumnsPart);
});

type Survey = NonNullable<Preview['survey']>;

const survey = (changes: Partial<Survey> = {}): Survey => {
  if (surveyed.survey === undefined) throw new Error('a survey');
  return { ...surveyed.survey, ...changes };
};

/** Answers as the server does: what is taken in or skipped is neither left out nor unreadable any more. */
const readBy = (preview: Preview, { takeIn, leaveOutFaulty }: Choices = { takeIn: [], leaveOutFaulty: 0 }): Preview => {
  const { leftOut, faulty, rows } = survey(preview.survey);
  const left = leftOut.filter(({ row }) => !takeIn.includes(row));
  const isSkipped = leaveOutFaulty >= faulty.length;
  return {
    ...preview,
    survey: survey({
      ...preview.survey,
      rows: rows + takeIn.length,
      leftOut: left,
      leftOutRows: left.length + (isSkipped ? faulty.length : 0),
      ...(isSkipped && { faulty: [], faultyRows: 0 }),
    }),
  };
};

const show = (preview: Preview = surveyed, answers: Answers = {}) =>
  showPage(<NewRunPage />, {
    at: '/merchant/userCenter/reconManagement/new?stageId=s10',
    state: { user, auth: { 'recon.read': true, 'recon.write': true } },
    answers: {
      'stage.all': () => stages,
      'recon.upload': () => ({ ledgerId: 'l1', earlier: [] }),
      'recon.preview': ({ mapping, choices }) => ({
        ...readBy(preview, choices),
        mapping: mapping ?? preview.mapping,
      }),
      'recon.start': () => ({ ...workingRun, runId: 'r9' }),
      ...answers,
    },
  });
const choose = async (name = '10月台账.csv') => {
  const file = new File(['借据号,记账日'], name, { type: 'text/csv' });
  fireEvent.change(screen.getByLabelText(/商户账文件/), { target: { files: [file] } });
  await screen.findByText(`已上传 ${name}`);
  await screen.findByRole('region', { name: '商户账的前几行' });
};
const press = (name: string | RegExp, hidden = false) => fireEvent.click(screen.getByRole('button', { name, hidden }));
const begin = () => press('开始对账');
const plain = (element: Element | null): string => (element?.textContent ?? '').replaceAll('\u00a0', ' ');
const figures = () => plain(screen.getByText(/将读入/).closest('p'));
/** The step that is the current one: those before it have their ticks. */
const step = () => document.querySelector('[aria-current="step"]')?.textContent;
const skipFaulty = async () => {
  press(/跳过这 1/);
  await screen.findByText(/已选择跳过/);
};

describe('what a file was read as', () => {
  it('R13.1 shows the unit, what comes in and goes out, the sum of the file, unused columns and the rows that do not count', async () => {
    show();
    await choose();
    expect(screen.getByText('单位：万元，已换算为元')).toBeDefined();
    expect(figures()).toBe('将读入 1,234 行，收入 ¥12,345.00，支出 ¥20.00');
    expect(plain(screen.getByText(/与文件合计行一致/))).toBe('与文件合计行一致（第 9 行）');
    expect(plain(screen.getByText(/^未读入/))).toBe('未读入 2 行：合计行 1、表格下方的说明 1');
    expect(screen.getByLabelText<HTMLSelectElement>('金额的单位').value).toBe('tenThousandYuan');
    fireEvent.change(screen.getByLabelText('“备注”列的含义'), { target: { value: '' } });
    expect(await screen.findByText('未使用的列：备注')).toBeDefined();
  });

  it('R13.1 of a very long file says that the figures are those of its first rows', async () => {
    show({ ...surveyed, survey: survey({ isComplete: false }) });
    await choose();
    expect(figures()).toMatch(/^前 100,000 行中将读入 1,234 行.*；其余的行在开始时读取$/);
  });

  it('R13.1 a row that a rule leaves out is taken in and back, the figures follow, and the run is begun with it', async () => {
    const page = show();
    await choose();
    await skipFaulty();
    press('计入第 9 行', true);
    await vi.waitFor(() => expect(figures()).toContain('将读入 1,235 行'));
    press('撤回第 9 行', true);
    await vi.waitFor(() => expect(figures()).toContain('将读入 1,234 行'));
    press('计入第 9 行', true);
    await vi.waitFor(() => expect(figures()).toContain('将读入 1,235 行'));
    begin();
    await vi.waitFor(() => expect(location.hash).toBe('#/merchant/userCenter/reconManagement/run/r9'));
    const choices = { takeIn: [9], leaveOutFaulty: 1 };
    expect(page.of('recon.preview').at(-1)?.input).toMatchObject({ choices });
    expect(page.of('recon.start')[0]?.input).toMatchObject({ choices });
  });

  it('R13.1 is not begun while a row cannot be read and nobody has skipped it: it says so and leads there', async () => {
    const page = show();
    await choose();
    expect(plain(screen.getByText(/读不出：请改好文件/))).toContain(
      '有 1 行读不出：请改好文件或各列，或选择跳过这些行。',
    );
    expect(step()).toContain('核对各列');
    begin();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: '读不出的行' }));
    expect(page.of('recon.start')).toEqual([]);
    await skipFaulty();
    await vi.waitFor(() => expect(step()).toContain('开始对账'));
    begin();
    await vi.waitFor(() => expect(page.of('recon.start')).toHaveLength(1));
  });

  it('R13.1 what was decided about rows is kept over a reload, and forgotten with another mapping or another file', async () => {
    const page = show();
    await choose();
    press('计入第 9 行', true);
    await vi.waitFor(() => expect(figures()).toContain('1,235'));
    page.unmount();
    const again = show();
    expect(await screen.findByRole('button', { name: '撤回第 9 行', hidden: true })).toBeDefined();
    fireEvent.change(screen.getByLabelText('日期的写法'), { target: { value: 'serial' } });
    await vi.waitFor(() => expect(figures()).toContain('1,234'));
    expect(again.of('recon.preview').at(-1)?.input).toEqual({
      ledgerId: 'l1',
      mapping: { ...surveyed.mapping, dayOrder: 'serial' },
    });
    press('计入第 9 行', true);
    await vi.waitFor(() => expect(figures()).toContain('1,235'));
    await choose('11月台账.csv');
    await vi.waitFor(() => expect(figures()).toContain('1,234'));
    expect(screen.getByRole('button', { name: '计入第 9 行', hidden: true })).toBeDefined();
  });
});

describe('sides', () => {
  it('R13.1 values that say neither in nor out are chosen by hand, and can be changed; another column of sides has values of its own', async () => {
    const page = show(
      { ...surveyed, unknownSides: ['甲', '乙'] },
      {
        'recon.preview': ({ mapping }) => {
          const chosen = new Set(mapping?.sides?.map(({ value }) => value));
          const unknownSides = ['甲', '乙'].filter((value) => !chosen.has(value));
          return {
            ...surveyed,
            mapping: mapping ?? surveyed.mapping,
            unknownSides,
            survey: survey({ faultyRows: unknownSides.length, faulty: [] }),
          };
        },
      },
    );
    await choose();
    const group = within(await screen.findByRole('group', { name: '“备注”列里哪些值是收入，哪些是支出' }));
    const sideOf = (value: string, side: string) =>
      within(group.getByRole('radiogroup', { name: `“${value}”` })).getByRole<HTMLInputElement>('radio', {
        name: side,
      });
    begin();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: /哪些值是收入/ }));
    fireEvent.click(sideOf('甲', '收入'));
    fireEvent.click(sideOf('乙', '支出'));
    await vi.waitFor(() => expect(screen.queryByText(/不知道是收入还是支出/)).toBeNull());
    fireEvent.click(sideOf('甲', '不计收支'));
    expect(sideOf('甲', '不计收支').checked).toBe(true);
    await vi.waitFor(() =>
      expect(page.of('recon.preview').at(-1)?.input).toMatchObject({
        mapping: {
          sides: [
            { value: '乙', side: 'out' },
            { value: '甲', side: 'neutral' },
          ],
        },
      }),
    );
    fireEvent.change(screen.getByLabelText('“备注”列的含义'), { target: { value: 'counterparty' } });
    await vi.waitFor(() => expect(page.of('recon.preview').at(-1)?.input['mapping']).not.toHaveProperty('sides'));
  });

  const asked: Preview = {
    ...surveyed,
    survey: survey({ faultyRows: 0, faulty: [] }),
    notes: [{ kind: 'question', about: 'sides', text: '“方向”像是收/支的列，还没有使用' }],
  };
  it('R13.1 a column of sides that stands unused is asked about, until a person says that amounts have none', async () => {
    const page = show(asked);
    await choose();
    begin();
    expect(page.of('recon.start')).toEqual([]);
    expect(step()).toContain('核对各列');
    press('金额不分收支，不用选');
    expect(screen.getByText('已选择：金额不分收支')).toBeDefined();
    expect(step()).toContain('开始对账');
    begin();
    await vi.waitFor(() => expect(page.of('recon.start')).toHaveLength(1));
  });

  it('R13.1 columns with an open note are not ticked, and a run can be begun with what they leave open', async () => {
    const page = show({ ...asked, notes: [{ kind: 'question', text: '没有认出“业务编号”的列' }] });
    await choose();
    expect(screen.getByText('没有认出“业务编号”的列')).toBeDefined();
    expect(step()).toContain('核对各列');
    begin();
    await vi.waitFor(() => expect(page.of('recon.start')).toHaveLength(1));
  });
});

it('R13.1 another sheet of a workbook is read by its own columns, without what was decided about the rows of the first', async () => {
  const sheets = ['封面', '十月'].map((name, at) => ({
    at,
    name,
    isRead: at === 1,
    hasRows: true,
    isHidden: at === 0,
  }));
  const page = show({ ...surveyed, sheets });
  await choose();
  press('计入第 9 行', true);
  await vi.waitFor(() => expect(figures()).toContain('1,235'));
  fireEvent.change(screen.getByLabelText('工作表'), { target: { value: '0' } });
  await vi.waitFor(() =>
    expect(page.of('recon.preview').at(-1)?.input).toEqual({
      ledgerId: 'l1',
      choices: { takeIn: [], leaveOutFaulty: 0, sheet: 0 },
    }),
  );
});

it('R13.4 a run of the same file once more begins with what was decided about its rows', async () => {
  const former = {
    ...workingRun,
    ledgerId: 'l7',
    mapping: surveyed.mapping,
    choices: { takeIn: [9], leaveOutFaulty: 1 },
  };
  const page = showPage(<NewRunPage />, {
    at: '/merchant/userCenter/reconManagement/new?runId=r2',
    state: { user, auth: { 'recon.read': true, 'recon.write': true } },
    answers: {
      'stage.all': () => stages,
      'recon.get': () => former,
      'recon.preview': ({ choices }) => readBy({ ...surveyed, survey: survey({ income: fen(1) }) }, choices),
    },
  });
  expect(await screen.findByRole('button', { name: '撤回第 9 行', hidden: true })).toBeDefined();
  expect(screen.getByText(/已选择跳过/)).toBeDefined();
  expect(page.of('recon.preview')[0]?.input).toMatchObject({ choices: former.choices });
});
