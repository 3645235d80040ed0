import { expect, it, vi } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts } from '#kernel/testing/page.fixture.tsx';
import { DutySelect } from './duty-select.tsx';

const show = (answers: Answers = {}) => {
  let status: 'online' | 'busy' | 'off' = 'off';
  return showPage(<DutySelect />, {
    at: '/chat',
    answers: {
      'ops.chat.duty': () => ({ status, serving: 0, online: status === 'online' ? 3 : 2 }),
      'ops.chat.setDuty': (input) => {
        status = input.status;
        return { status, serving: 0, online: 3 };
      },
      ...answers,
    },
  });
};
const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: '接待状态' });
const ready = () => vi.waitFor(() => expect(choice().disabled).toBe(false));

it('service 5.3 one says 在线 or 忙碌 at the desk, and reads how many are there', async () => {
  const { keyboard, of } = show();
  await ready();
  expect(choice().value).toBe('off');
  expect(screen.getByText(/2\s人在线/)).toBeTruthy();
  await keyboard.selectOptions(choice(), '在线');
  await vi.waitFor(() => expect(toasts()).toEqual(['您已在线，可以分到接待']));
  expect(of('ops.chat.setDuty')[0]?.input).toEqual({ status: 'online' });
  expect(await screen.findByText(/3\s人在线/)).toBeTruthy();
  expect(choice().value).toBe('online');
});

it('service 5.3 a choice that was not stored is not shown as stored', async () => {
  const { keyboard } = show({
    'ops.chat.setDuty': () => {
      throw refusal('ops.chat.setDuty', 'RHSY403');
    },
  });
  await ready();
  await keyboard.selectOptions(choice(), '忙碌');
  await vi.waitFor(() => expect(toasts()).toHaveLength(1));
  await ready();
  expect(choice().value).toBe('off');
});
