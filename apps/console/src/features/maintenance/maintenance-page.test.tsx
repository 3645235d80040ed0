import { expect, it } from 'vitest';
import { type Answers, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { MaintenancePage } from './maintenance-page.tsx';
import type { Maintenance } from './maintenance-queries.ts';

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const nothing: Maintenance = { notice: null, readOnlyUntil: null, smsStopped: false, line: null, revision: 0 };
const writes = { 'ops.system.read': true, 'ops.system.write': true };

const show = (maintenance: Maintenance, answers: Answers = {}, auth: Readonly<Record<string, boolean>> = writes) =>
  showPage(<MaintenancePage />, {
    at: '/maintenance',
    state: { auth },
    answers: { 'ops.maintenance.current': () => maintenance, ...answers },
  });

const openDialog = async (shown: ReturnType<typeof show>) => {
  await shown.keyboard.click(await screen.findByRole('button', { name: '修改' }));
  return within(await screen.findByRole('dialog', { name: '修改维护设置' }));
};

it('running 6.5 says what is announced, until when the site is read-only, and that SMS are stopped', async () => {
  show({
    ...nothing,
    notice: { text: '今晚升级', from: inHours(1), until: inHours(3) },
    readOnlyUntil: inHours(2),
    smsStopped: true,
    line: '系统维护中',
    revision: 3,
    setBy: '李娜',
    setAt: inHours(-1),
  });
  expect(await screen.findByText(/每一页的开头写着：系统维护中/)).toBeDefined();
  expect(screen.getByText(/今晚升级/)).toBeDefined();
  expect(screen.getByText('只读')).toBeDefined();
  expect(screen.getByText('已停发')).toBeDefined();
  expect(screen.getByText(/李娜/)).toBeDefined();
});

it('running 6.5 what is over counts no more', async () => {
  show({ ...nothing, notice: { text: '旧通知', from: inHours(-3), until: inHours(-1) }, readOnlyUntil: inHours(-1) });
  expect(await screen.findByText('没有通知')).toBeDefined();
  expect(screen.getByText('可以提交')).toBeDefined();
});

it.each([
  ['a notice without its time', { 维护通知: '升级' }, '请按 2026-11-30 02:00 的样子填写'],
  ['a day that does not exist', { 只读到: '2026-02-30 02:00' }, '请按 2026-11-30 02:00 的样子填写'],
  ['a time that has passed', { 只读到: '2020-01-01 02:00' }, '时间应晚于现在'],
] as const)('running 6.5 %s is reported at its field, and nothing is sent', async (_what, typed, text) => {
  const shown = show(nothing);
  const dialog = await openDialog(shown);
  for (const [label, value] of Object.entries(typed))
    await shown.keyboard.type(dialog.getByLabelText(new RegExp(`^${label}`)), value);
  await shown.keyboard.click(dialog.getByRole('button', { name: '保存并生效' }));
  expect((await dialog.findAllByText(text)).length).toBeGreaterThan(0);
  expect(shown.of('ops.maintenance.set')).toEqual([]);
});

it('running 6.5 who may only read has no button', async () => {
  show(nothing, {}, { 'ops.system.read': true });
  await screen.findByText('没有通知');
  expect(screen.queryByRole('button', { name: '修改' })).toBeNull();
});

it('running 6.5 a failure can be tried again', async () => {
  let times = 0;
  const shown = show(nothing, {
    'ops.maintenance.current': () => {
      times += 1;
      if (times === 1) throw refusal('ops.maintenance.current', 'RHSY404');
      return nothing;
    },
  });
  await shown.keyboard.click(await screen.findByRole('button', { name: '重试' }));
  expect(await screen.findByText('没有通知')).toBeDefined();
  expect(toasts()).toEqual([]);
});
