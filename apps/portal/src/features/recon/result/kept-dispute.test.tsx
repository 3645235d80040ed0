import { loadChunk } from '@ronghui/web/navigation/chunks';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { beforeAll, expect, it } from 'vitest';
import { type Answers, fireEvent, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import { loadResultWindows } from './items/result-section.tsx';
import * as made from './result.fixture.ts';
import { RunPage } from './run-page.tsx';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadResultWindows);
}, 60_000);

const open = [made.mismatch, made.unbooked, made.ownRow, made.twice];
const rows: Answers['recon.rows'] = ({ itemNos }) =>
  made.listedItems(itemNos === undefined ? open : open.filter(({ itemNo }) => itemNos.includes(itemNo)));
const show = (answers: Answers = {}) =>
  showPage(<RunPage params={{ runId: 'run-2' }} />, {
    at: '/merchant/userCenter/reconManagement/run/run-2',
    state: { user, auth: { 'recon.read': true, 'recon.write': true, 'feedback.write': true } },
    answers: { 'recon.get': () => made.run, 'recon.rows': rows, ...answers },
  });
const gather = async (): Promise<void> => {
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择 LN-20932' }));
  fireEvent.click(screen.getByRole('checkbox', { name: '选择 商户账第 7 行' }));
  fireEvent.click(screen.getByRole('button', { name: '加入差异反馈' }));
  await screen.findByRole('button', { name: '提出差异反馈…' });
};
const drafts = () => Object.keys(sessionStorage).filter((name) => name.includes('recon-dispute'));

it('R13.3 ux "Always" what was put together for feedback is there again after leaving the run', async () => {
  const before = show();
  await gather();
  before.unmount();
  clearQueries();
  const page = show();
  expect(await screen.findByText('项待提差异反馈', { exact: false })).toBeDefined();
  expect(page.of('recon.rows').map(({ input }) => input['itemNos'])).toContainEqual([3, 7]);
  fireEvent.click(screen.getByRole('button', { name: /取消/ }));
  expect(screen.queryByRole('button', { name: '提出差异反馈…' })).toBeNull();
  expect(drafts()).toEqual([]);
});

it('R13.3 what stands no more, or is in feedback by now, is not', async () => {
  const before = show();
  await gather();
  before.unmount();
  clearQueries();
  const sent = { ...made.mismatch, feedbackNo: 'FK9' };
  const page = show({
    'recon.rows': ({ itemNos }) => made.listedItems(itemNos === undefined ? open : [sent]),
  });
  await expect.poll(() => page.of('recon.rows').some(({ input }) => input['itemNos'] !== undefined)).toBe(true);
  await screen.findByRole('checkbox', { name: '选择 LN-20932' });
  expect(screen.queryByRole('button', { name: '提出差异反馈…' })).toBeNull();
});

it('R13.3 nothing is kept of what was sent', async () => {
  show({
    'bill.page': () => ({ items: [], page: 1, pageSize: 100, nextCursor: null }),
    'recon.claims': () => made.claims,
    'recon.toFeedback': () => ({ feedbacks: [{ billNo: 'ZD1', feedbackNo: 'FK1' }], run: made.run }),
  });
  await gather();
  expect(drafts()).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: '提出差异反馈…' }));
  fireEvent.change(await screen.findByRole('textbox', { name: '原因' }), { target: { value: '合同约定' } });
  await screen.findByRole('list', { name: '将提出的差异反馈' });
  fireEvent.click(screen.getByRole('button', { name: '提出反馈' }));
  await screen.findByRole('link', { name: '差异反馈 FK1' });
  expect(drafts()).toEqual([]);
});
