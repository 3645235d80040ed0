import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, expect, it } from 'vitest';
import { screen, showPage, user, within } from '#kernel/testing/page.fixture.tsx';
import { run } from './result.fixture.ts';
import type { Run } from './result-queries.ts';
import { loadRunReading, RunFacts } from './run-facts.tsx';

beforeAll(async () => {
  await loadChunk(loadRunReading);
});

const show = (changes: Partial<Run>) => {
  showPage(<RunFacts run={{ ...run, ...changes }} />, {
    at: '/',
    state: { user, auth: { 'recon.read': true } },
    answers: {},
  });
};
const plain = (element: Element | null | undefined): string => (element?.textContent ?? '').replaceAll('\u00a0', ' ');

it('R13.1 a run lists the rows that it left out with their amounts, says which were taken in, and whether the sums of the file agree', () => {
  show({
    skipped: [
      { reason: '空行', rows: 3, listed: [] },
      { reason: '合计行', rows: 1, listed: [{ row: 9, cells: ['合计', '12.00'], amount: fen(1200) }] },
      { reason: '读不出而跳过的行', rows: 21, listed: [{ row: 4, cells: ['LN-4', 'x'] }] },
    ],
    choices: { takeIn: [7, 12], leaveOutFaulty: 21 },
    sums: [{ row: 9, column: 2, stated: fen(1200), read: fen(1000) }],
  });
  expect(plain(screen.getByText(/^未读入/))).toBe('未读入 22 行：合计行 1、读不出而跳过的行 21');
  const rows = within(screen.getByRole('list', { name: '未读入的行', hidden: true }));
  expect(rows.getAllByRole('listitem', { hidden: true }).map(plain)).toEqual([
    '第 4 行读不出而跳过的行LN-4x',
    '第 9 行合计行合计12.00¥12.00',
  ]);
  expect(plain(screen.getByText('人工计入').nextElementSibling)).toBe('第 7、12 行');
  expect(plain(screen.getByText(/写明/))).toBe('文件第 9 行写明 ¥12.00，读入 ¥10.00，相差 ¥2.00');
  expect(screen.queryByRole('button', { name: /^计入/, hidden: true })).toBeNull();
});

it('R13.1 a run that has kept nothing but numbers says them', () => {
  show({ skipped: [{ reason: '合计行', rows: 1 }] });
  expect(plain(screen.getByText('未读入').nextElementSibling)).toBe('合计行 1 行');
  expect(document.querySelector('details')).toBeNull();
});
