import { expect, it } from 'vitest';
import { screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import * as made from './result.fixture.ts';
import type { Run } from './result-queries.ts';
import { RunPage } from './run-page.tsx';

it('R13.4 a run whose place a newer one has taken shows its totals, says why its rows are gone, and offers nothing on them', async () => {
  const gone: Run = { ...made.run, itemsGoneAt: '2026-11-20T02:00:00.000Z', canUndo: false };
  const shown = showPage(<RunPage params={{ runId: 'run-2' }} />, {
    at: '/merchant/userCenter/reconManagement/run/run-2',
    state: { user, auth: { 'recon.read': true, 'recon.write': true, 'feedback.write': true } },
    answers: { 'recon.get': () => gone, 'recon.rows': () => made.listedItems([]) },
  });
  expect(await screen.findByText(/逐行的结果已不再保留/)).toBeDefined();
  expect(screen.getByRole('region', { name: '按分类核对' })).toBeDefined();
  expect(screen.queryByRole('button', { name: '结束对账…' })).toBeNull();
  expect(screen.queryByRole('region', { name: '对账结果' })).toBeNull();
  expect(shown.of('recon.rows')).toEqual([]);
});
