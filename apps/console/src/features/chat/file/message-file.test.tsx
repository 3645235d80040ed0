import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { ChatDeskPage } from '../chat-desk-page.tsx';

const at = '2026-11-30T02:00:00.000Z';
const file = { fileId: 'f1', name: '回单.jpg', size: 2048, mime: 'image/jpeg' };
const answers = {
  'ops.chat.queue': () => ({ items: [] }),
  'ops.chat.notes': () => ({ notes: [], hasMore: false }),
  'ops.chat.settings': () => ({
    hours: null,
    promisedSec: 60,
    assignment: 'hand' as const,
    maxPerAgent: 5,
    revision: 0,
  }),
  'ops.chat.duty': () => ({ status: 'off' as const, serving: 0, online: 0 }),
  'ops.chat.read': () => ({}),
};
const talk = (conversationId: string, more: object = {}) => ({
  'ops.chat.history': ({ after = 0 }: { after?: number | undefined }) => ({
    messages:
      after === 0 ? [{ seq: 1, sender: 'user', type: 'image', content: file.name, file, at, ...more } as const] : [],
    hasMore: false,
    lastSeq: 1,
    reception: { receptionId: `r-${conversationId}`, state: 'serving', version: 2 } as const,
    cursors: { own: 0, other: 0 },
    unread: 1,
  }),
});
const auth = { 'ops.chat.read': true, 'ops.chat.write': true };

it('service 5.2 a customer’s picture is shown, and one that is not read says so', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  let isDown = false;
  const { unmount } = showPage(<ChatDeskPage />, {
    at: '/chat?open=f1',
    answers: {
      ...answers,
      ...talk('f1'),
      'ops.chat.download': () => ({ blob: new Blob(['x'], { type: 'image/jpeg' }), fileName: file.name }),
    },
    state: { auth },
  });
  expect(await screen.findByRole('img', { name: '回单.jpg' })).toBeTruthy();
  unmount();
  isDown = true;
  showPage(<ChatDeskPage />, {
    at: '/chat?open=f2',
    answers: {
      ...answers,
      ...talk('f2', { file: { ...file, fileId: 'f2' } }),
      'ops.chat.download': () => {
        if (isDown) throw refusal('ops.chat.download', 'RHSY404');
        return { blob: new Blob(['x']), fileName: file.name };
      },
    },
    state: { auth },
  });
  expect(await screen.findByText('没有取到，请重试')).toBeTruthy();
});

it('service 5.2 staff paste a picture: it is uploaded first, then sent by its id', async () => {
  const { keyboard, of } = showPage(<ChatDeskPage />, {
    at: '/chat?open=f3',
    answers: {
      ...answers,
      ...talk('f3', { type: 'text', content: '请发图', file: undefined }),
      'ops.chat.upload': () => file,
      'ops.chat.send': () => ({ conversationId: 'f3', seq: 2, at }),
    },
    state: { auth },
  });
  await screen.findByText('请发图');
  const photo = new File(['x'], '回单.jpg', { type: 'image/jpeg' });
  fireEvent.paste(screen.getByRole('textbox', { name: '消息' }), { clipboardData: { files: [photo] } });
  await keyboard.click(screen.getByRole('button', { name: '发送' }));
  await vi.waitFor(() => expect(of('ops.chat.send')).toHaveLength(1));
  expect(of('ops.chat.upload')[0]?.input).toMatchObject({ conversationId: 'f3' });
  expect(of('ops.chat.send')[0]?.input).toMatchObject({ conversationId: 'f3', fileId: 'f1' });
});
