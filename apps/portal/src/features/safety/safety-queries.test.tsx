import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { it, vi } from 'vitest';
import { act, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import { updateMobile, updateUserName } from './safety-queries.ts';

/** A page that shows something of a noun. */
const Shown = ({ noun, ask }: { noun: string; ask: () => Promise<string> }): JSX.Element => {
  const { data } = useQuery({ queryKey: [noun, 'page'], queryFn: ask });
  return <p>{data}</p>;
};

it.each([
  ['name', 'member', () => updateUserName('王大明')],
  ['name', 'order', () => updateUserName('王大明')],
  ['name', 'authorization', () => updateUserName('王大明')],
  ['mobile', 'member', () => updateMobile({ newMobile: '13900000001', oldCode: '123456', newCode: '123456' })],
] as const)('R10.9 a changed %s stands in what is shown of the noun %s', async (_what, noun, change) => {
  const ask = vi.fn(async () => `asked ${ask.mock.calls.length}`);
  showPage(<Shown noun={noun} ask={ask} />, {
    at: '/merchant/accountCenter/safety',
    state: { user },
    answers: { 'user.updateUserName': () => ({}), 'user.updateMobile': () => ({}) },
  });
  await screen.findByText('asked 1');
  await act(async () => void (await change()));
  await screen.findByText('asked 2');
});
