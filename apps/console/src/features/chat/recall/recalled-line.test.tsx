import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { ChatDeskPage } from '../chat-desk-page.tsx';
import { loadRecalledDialog } from './recalled-line.tsx';

beforeAll(async () => {
  await loadChunk(loadRecalledDialog);
});

const at = '2026-11-30T02:00:00.000Z';
const taken = (seq: number, sender: 'user' | 'agent', more: object = {}) =>
  ({ seq, sender, type: 'text', content: '', at, recalledBy: seq + 3, ...more }) as const;
const show = (conversationId: string, held: readonly string[], answers: Answers = {}) =>
  showPage(<ChatDeskPage />, {
    at: `/chat?open=${conversationId}`,
    answers: {
      'ops.chat.queue': () => ({ items: [] }),
      'ops.chat.notes': () => ({ notes: [], hasMore: false }),
      'ops.chat.settings': () => ({ hours: null, promisedSec: 60, assignment: 'hand', maxPerAgent: 5, revision: 0 }),
      'ops.chat.duty': () => ({ status: 'off', serving: 0, online: 0 }),
      'ops.chat.read': () => ({}),
      'ops.chat.customer': () => ({ tenant: null, since: at, receptions: [] }),
      'ops.chat.history': ({ after = 0 }) => ({
        messages: after === 0 ? [taken(1, 'user'), taken(2, 'agent', { agent: '李敏' }), taken(3, 'agent')] : [],
        hasMore: false,
        lastSeq: 3,
        reception: null,
        cursors: { own: 0, other: 0 },
        unread: 0,
      }),
      ...answers,
    },
    state: { auth: Object.fromEntries(['ops.chat.read', ...held].map((key) => [key, true])) },
  });

it('service 1.3 the desk says who took a message back: the customer, a colleague by name, oneself', async () => {
  show('taken-1', []);
  expect(await screen.findByText(/李敏 撤回了一条消息/)).toBeDefined();
  expect(screen.getByText('客户撤回了一条消息')).toBeDefined();
  expect(screen.getAllByText(/您撤回了一条消息/)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: '查看原文' })).toBeNull();
});

it('service 1.3 who reads the trail reads what staff took back, one look each time', async () => {
  const shown = show('taken-2', ['ops.audit.read'], {
    'ops.chat.recalled': () => ({ content: '价格写错了', author: '李敏', at, recalledAt: at }),
  });
  const [first] = await screen.findAllByRole('button', { name: '查看原文' });
  expect(screen.getAllByRole('button', { name: '查看原文' })).toHaveLength(2);
  expect(shown.of('ops.chat.recalled')).toEqual([]);
  if (first !== undefined) await shown.keyboard.click(first);
  const dialog = within(await screen.findByRole('dialog', { name: '撤回的消息' }));
  expect(await dialog.findByText('价格写错了')).toBeDefined();
  expect(dialog.getByText(/李敏.*本次查看已记入审计/)).toBeDefined();
  expect(shown.of('ops.chat.recalled').map(({ input }) => input)).toEqual([{ conversationId: 'taken-2', seq: 2 }]);
});

it('R2.9 service 1.3 a look that fails offers a retry', async () => {
  const shown = show('taken-3', ['ops.audit.read'], {
    'ops.chat.recalled': () => {
      throw refusal('ops.chat.recalled', 'RHSY429', { retryAfter: 1 });
    },
  });
  const [first] = await screen.findAllByRole('button', { name: '查看原文' });
  if (first !== undefined) await shown.keyboard.click(first);
  expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
});
