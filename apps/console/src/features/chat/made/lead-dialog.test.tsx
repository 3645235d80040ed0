import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, expect, it } from 'vitest';
import { type Answers, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import type { Customer } from '../chat-queries.ts';
import { NoteBox } from '../note-rows.tsx';
import { lastWordsOf, loadLeadDialog, loadTenantNoteDialog, MakeButtons } from './make-buttons.tsx';

beforeAll(async () => {
  await Promise.all([loadChunk(loadLeadDialog), loadChunk(loadTenantNoteDialog)]);
});

const at = '2026-11-30T02:00:00.000Z';
const merchant: Customer = {
  tenant: { tenantId: 't1', name: '云栖商贸有限公司', certificationStatus: 'passed' },
  user: { userId: 'u1', name: '陈*', mobileMasked: '138****0001' },
  since: at,
  receptions: [],
};
const visitor: Customer = { tenant: null, since: at, receptions: [] };
const answers: Answers = {
  'ops.chat.makeLead': () => ({ ticketNo: 'LX20261130-12345678' }),
  'ops.chat.noteTenant': () => ({}),
};
const show = (customer: Customer, held: Record<string, boolean> = { 'ops.chat.write': true }) =>
  showPage(<MakeButtons conversationId="c1" customer={customer} lastWords={() => '权益卡能用接口发放吗'} />, {
    at: '/chat?open=c1',
    answers,
    state: { auth: held },
  });

it('service 5.4 a merchant’s lead has what is known filled in, and asks for no mobile', async () => {
  const shown = show(merchant);
  await shown.keyboard.click(screen.getByRole('button', { name: '记线索' }));
  const dialog = within(await screen.findByRole('dialog', { name: '记线索 · 云栖商贸有限公司' }));
  expect(dialog.getByText('不填时用 138****0001')).toBeDefined();
  await shown.keyboard.click(dialog.getByRole('button', { name: '记线索' }));
  await expect.poll(() => toasts()).toEqual(['已记为线索 LX20261130-12345678']);
  expect(shown.of('ops.chat.makeLead')[0]?.input).toMatchObject({
    conversationId: 'c1',
    topic: 'consult',
    content: '权益卡能用接口发放吗',
    company: '云栖商贸有限公司',
  });
  expect(shown.of('ops.chat.makeLead')[0]?.input).not.toHaveProperty('mobile');
});

it('R5.5 service 5.4 of a visitor name and mobile are asked for', async () => {
  const shown = show(visitor);
  await shown.keyboard.click(screen.getByRole('button', { name: '记线索' }));
  const dialog = within(await screen.findByRole('dialog', { name: '记线索 · 访客' }));
  await shown.keyboard.click(dialog.getByRole('button', { name: '记线索' }));
  expect(await dialog.findByText('请输入姓名')).toBeDefined();
  expect(shown.of('ops.chat.makeLead')).toEqual([]);
  await shown.keyboard.type(dialog.getByRole('textbox', { name: /姓名/ }), '李四');
  await shown.keyboard.type(dialog.getByRole('textbox', { name: /手机号/ }), '13700002222');
  await shown.keyboard.click(dialog.getByRole('button', { name: '记线索' }));
  await expect.poll(() => shown.of('ops.chat.makeLead')).toHaveLength(1);
  expect(shown.of('ops.chat.makeLead')[0]?.input).toMatchObject({ name: '李四', mobile: '13700002222' });
});

it('service 5.4 who only reads makes nothing; the note leads to the lead', () => {
  const shown = show(merchant, { 'ops.chat.read': true });
  expect(screen.queryByRole('button', { name: '记线索' })).toBeNull();
  shown.unmount();
  const note = { noteNo: 1, afterSeq: 1, kind: 'note', author: '李敏', at } as const;
  showPage(<NoteBox note={{ ...note, content: '已记为线索 LX20261130-12345678（咨询）' }} />, { at: '/chat' });
  expect(screen.getByRole('link', { name: 'LX20261130-12345678' }).getAttribute('href')).toBe(
    '#/leads?open=LX20261130-12345678',
  );
  expect(lastWordsOf([])).toBe('');
});

it('service 5.4 a note is kept at the merchant; a visitor has none', async () => {
  const shown = show(merchant);
  await shown.keyboard.click(screen.getByRole('button', { name: '商户备注' }));
  const dialog = within(await screen.findByRole('dialog', { name: '商户备注 · 云栖商贸有限公司' }));
  await shown.keyboard.click(dialog.getByRole('button', { name: '保存备注' }));
  expect(await dialog.findByText('请输入备注')).toBeDefined();
  await shown.keyboard.type(dialog.getByRole('textbox', { name: /备注/ }), '续约前先联系');
  await shown.keyboard.click(dialog.getByRole('button', { name: '保存备注' }));
  await expect.poll(() => toasts()).toEqual(['备注已记在商户名下']);
  expect(shown.of('ops.chat.noteTenant')[0]?.input).toMatchObject({ conversationId: 'c1', content: '续约前先联系' });
  shown.unmount();
  show(visitor);
  expect(screen.queryByRole('button', { name: '商户备注' })).toBeNull();
});
