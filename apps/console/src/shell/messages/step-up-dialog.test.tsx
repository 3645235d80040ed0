import type { CallInput } from '@ronghui/client';
import type { OperationId } from '@ronghui/contract';
import { typedMoment } from '@ronghui/domain/maintenance';
import { fen } from '@ronghui/domain/money';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { unreachable } from '@ronghui/web/testing/stub-server.fixture';
import type { JSX } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BodyOf } from '#features/content/content-queries.ts';
import { SitePage } from '#features/content/site/site-page.tsx';
import { UserDrawer } from '#features/customer/user/user-drawer.tsx';
import { FourEyesDialog } from '#features/feedback/four-eyes-dialog.tsx';
import { MaintenanceDialog } from '#features/maintenance/maintenance-dialog.tsx';
import type { Maintenance } from '#features/maintenance/maintenance-queries.ts';
import type { Setting } from '#features/sender/sender-queries.ts';
import { SettingDialog } from '#features/sender/setting-dialog.tsx';
import { TestDialog } from '#features/sender/test-dialog.tsx';
import { AccountPage } from '#features/staff/account-page.tsx';
import { stepUpStore, withProof } from '#features/staff/staff.shared.ts';
import { CreateDrawer } from '#features/staff/team/create-drawer.tsx';
import { StaffDrawer } from '#features/staff/team/staff-drawer.tsx';
import { HeldCard } from '#features/system/held-card.tsx';
import { type Answers, act, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { loadStepUpQuestion, StepUpDialog } from './step-up-dialog.tsx';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadStepUpQuestion);
}, 60_000);
afterEach(() => stepUpStore.get()?.settle(null));

/** The operations of the console that take a fresh proof. */
type Proved = {
  [Id in OperationId]: Id extends `ops.${string}` ? ('stepTicket' extends keyof CallInput<Id> ? Id : never) : never;
}[OperationId];

type Shown = ReturnType<typeof showPage>;
type Act = (shown: Shown) => Promise<void>;

const press =
  (name: string): Act =>
  async ({ keyboard }) => {
    const buttons = await screen.findAllByRole('button', { name });
    // A dialog's button stands after the one that has opened it.
    await keyboard.click(buttons.at(-1) ?? document.body);
  };
const choose =
  (label: string): Act =>
  async ({ keyboard }) =>
    keyboard.click(await screen.findByLabelText(label));
const type =
  (label: RegExp, text: string): Act =>
  async ({ keyboard }) => {
    const field = await screen.findByLabelText(label);
    await keyboard.clear(field);
    await keyboard.type(field, text);
  };

/** How a step is taken. */
interface Way {
  readonly page: JSX.Element;
  readonly enter: readonly Act[];
  readonly send: Act;
  /** What was typed. */
  readonly typed?: readonly string[];
}

const at = '2026-11-20T01:00:00.000Z';
const session = { sessionId: 'n1', device: 'Chrome', address: '10.0.0.*', createdAt: at, lastSeenAt: at };
const totp = { on: true, recoveryCodesLeft: 8 };
const payee = { name: '融惠科技', bank: '示例银行', accountNo: '6222' };
const site: BodyOf<'site'> = {
  record: 'site',
  brand: { name: '融惠', logo: `/media/${'a'.repeat(32)}.png`, favicon: '', primary: '#23408e' },
  contacts: { phone: '400', email: 'a@b.cn', address: '杭州', hours: '9:00' },
  icp: '',
  policeRecord: '',
  licences: ['一'],
  docCenter: 'on',
  payee: { name: '', bank: '', accountNo: '' },
};
const version = { number: 1, origin: 'import' as const, removes: false, from: null, by: '', at };
const fourEyes = { aboveAmount: fen(1_000_000), revision: 1, releasers: 2 };
const oneTime = { oneTimePassword: 'one-time-abc', expiresAt: at, version: 4 };

const momentInHours = (hours: number): string => typedMoment(new Date(Date.now() + hours * 3_600_000));
const maintenance: Maintenance = { notice: null, readOnlyUntil: null, smsStopped: false, line: null, revision: 1 };

const sender: Setting = {
  provider: 'http',
  inUse: true,
  signName: '',
  region: '',
  templates: [],
  missing: [],
  hundredthFen: 0,
  reportPath: '/callbacks/sms/http/secret',
  revision: 1,
};

/** What the pages read. */
const reads: Answers = {
  'ops.user.verify': () => ({ stepTicket: 'typed', expiresIn: 300 }),
  'ops.user.safety': () => ({ totp }),
  'ops.user.sessions': () => ({ items: [] }),
  'ops.staff.detail': () => ({
    staffId: 's2',
    account: 'li.na',
    name: '李娜',
    roles: ['review'],
    status: 'active',
    mustChangePwd: false,
    totpOn: true,
    createdAt: at,
    version: 3,
    totp,
    lockedByTries: true,
    lockReason: '',
    sessions: [{ ...session, isCurrent: false }],
  }),
  'ops.account.detail': () => ({
    userId: 'u1',
    name: '王*',
    mobileMasked: '138****0001',
    status: 'active',
    tenantName: '云栖商贸有限公司',
    tenantCount: 1,
    createdAt: at,
    version: 3,
    emailMasked: '',
    lockReason: '',
    lockedByTries: true,
    totp,
    passwordChangedAt: at,
    tenants: [],
    sessions: [{ ...session, isCurrent: false }],
    logins: [],
  }),
  'ops.content.detail': () => ({
    record: 'site',
    version: 3,
    published: site,
    draft: { body: { ...site, payee }, removes: false, by: '陈静', at, faults: [] },
    publishAt: null,
    failure: '',
  }),
  'ops.content.watch': () => ({ version: 3, others: [] }),
  'ops.content.versions': () => ({ items: [version], total: 1, totalIsExact: true, page: 1, pageSize: 20 }),
  'ops.content.version': () => ({ ...version, after: { ...site, payee }, before: null }),
};
/** What they reply to a step that is taken. */
const replies: { readonly [Id in Proved]: ReturnType<NonNullable<Answers[Id]>> } = {
  'ops.staff.create': { staffId: 's3', ...oneTime },
  'ops.staff.update': { version: 4 },
  'ops.staff.lock': { version: 4 },
  'ops.staff.unlock': { version: 4 },
  'ops.staff.resetPassword': oneTime,
  'ops.staff.resetTotp': { version: 4 },
  'ops.staff.endSessions': { version: 4 },
  'ops.totp.begin': { secret: 'ABC', otpauthUrl: 'otpauth://totp/a?secret=ABC' },
  'ops.totp.renewCodes': { recoveryCodes: ['aaaa-bbbb'] },
  'ops.account.lock': { version: 4 },
  'ops.account.unlock': { version: 4 },
  'ops.account.endSessions': { version: 4 },
  'ops.account.resetTotp': { version: 4 },
  'ops.account.changeMobile': { version: 4 },
  'ops.feedback.setFourEyes': { ...fourEyes, revision: 2 },
  'ops.feedback.decideFourEyes': { ...fourEyes, revision: 2 },
  'ops.maintenance.set': maintenance,
  'ops.sender.save': sender,
  'ops.sender.test': { mobileMasked: '139****0001' },
  'ops.system.sendHeld': { count: 1 },
  'ops.system.dropHeld': { count: 1 },
  'ops.content.publish': { version: 4, publishAt: at },
  'ops.content.rollBack': { version: 4 },
};

const close = (): void => undefined;
const heldCard = (
  <HeldCard
    mayWrite
    held={{
      counts: [{ kind: 'sms', count: 1 }],
      items: [{ messageNo: 7, kind: 'sms', about: 'notice.bill', toMasked: '137****0001', createdAt: at }],
    }}
  />
);
const drawer = <StaffDrawer staffId="s2" onClose={close} />;
const member = (name: string): Way => ({ page: drawer, enter: [], send: press(name) });
const user = (name: string, more: readonly Act[] = [], typed: readonly string[] = []): Way => ({
  page: <UserDrawer userId="u1" onClose={close} />,
  enter: [press(name), ...more, type(/^原因/, '来电核实')],
  send: press(name),
  typed: ['来电核实', ...typed],
});
const seen = type(/^核实本人的方式/, '视频核对证件');
const looser = { aboveAmount: fen(2_000_000), by: '赵敏', at, isOwn: false };

/** How each is taken: one that comes without an entry here does not compile. */
const ways: { readonly [Id in Proved]: Way } = {
  'ops.staff.create': {
    page: <CreateDrawer onClose={close} />,
    enter: [type(/^账号/, 'wang.li'), type(/^姓名/, '王丽'), choose('客服')],
    send: press('新建'),
    typed: ['wang.li', '王丽'],
  },
  'ops.staff.update': {
    page: drawer,
    enter: [press('修改姓名与角色'), type(/^姓名/, '李小娜')],
    send: press('保存'),
    typed: ['李小娜'],
  },
  'ops.staff.lock': {
    page: drawer,
    enter: [press('锁定'), type(/^锁定的原因/, '离职')],
    send: press('锁定'),
    typed: ['离职'],
  },
  'ops.staff.unlock': member('解除锁定'),
  'ops.staff.resetPassword': member('重置密码'),
  'ops.staff.resetTotp': member('解除动态口令'),
  'ops.staff.endSessions': member('结束全部登录'),
  'ops.totp.begin': { page: <AccountPage />, enter: [], send: press('更换') },
  'ops.totp.renewCodes': { page: <AccountPage />, enter: [], send: press('重新生成') },
  'ops.account.lock': user('锁定'),
  'ops.account.unlock': user('解除锁定'),
  'ops.account.endSessions': user('结束全部登录'),
  'ops.account.resetTotp': user('关闭动态口令', [seen], ['视频核对证件']),
  'ops.account.changeMobile': user(
    '更换手机号',
    [type(/^新手机号/, '13900000001'), seen],
    ['13900000001', '视频核对证件'],
  ),
  'ops.feedback.setFourEyes': {
    page: <FourEyesDialog setting={fourEyes} onClose={close} />,
    enter: [type(/^须复核的差额/, '20000')],
    send: press('保存'),
    typed: ['20000'],
  },
  'ops.feedback.decideFourEyes': {
    page: <FourEyesDialog setting={{ ...fourEyes, proposed: looser }} onClose={close} />,
    enter: [],
    send: press('同意放宽'),
  },
  'ops.maintenance.set': {
    page: <MaintenanceDialog maintenance={maintenance} onClose={close} />,
    enter: [type(/^维护通知/, '今晚升级'), type(/^维护开始/, momentInHours(1)), type(/^维护结束/, momentInHours(2))],
    send: press('保存并生效'),
    typed: ['今晚升级'],
  },
  'ops.sender.save': {
    page: <SettingDialog setting={sender} onClose={close} />,
    enter: [type(/^每条价格/, '0.05')],
    send: press('保存'),
    typed: ['0.05'],
  },
  'ops.sender.test': {
    page: <TestDialog onClose={close} />,
    enter: [type(/^本人手机号/, '13900000001')],
    send: press('发送'),
    typed: ['13900000001'],
  },
  'ops.system.sendHeld': { page: heldCard, enter: [], send: press('全部发送') },
  'ops.system.dropHeld': { page: heldCard, enter: [], send: press('全部丢弃') },
  'ops.content.publish': {
    page: <SitePage />,
    enter: [press('发布'), choose('定时'), type(/^时间/, '23:59')],
    send: press('设定发布时间'),
    typed: ['23:59'],
  },
  'ops.content.rollBack': {
    page: <SitePage />,
    enter: [press('历史版本'), press('查看'), press('退回到这一版')],
    send: press('确认退回并发布'),
  },
};

const held = Object.fromEntries(
  ['staff', 'customer', 'content', 'billing', 'feedback'].flatMap((noun) => [
    [`ops.${noun}.read`, true],
    [`ops.${noun}.write`, true],
  ]),
) as never;

/** Shows the page of a step before a server that takes one ticket. */
const show = (operation: Proved, taken: string, { hasTotp = true } = {}): Shown =>
  showPage(
    <>
      {ways[operation].page}
      <StepUpDialog />
    </>,
    {
      at: '/',
      answers: {
        ...reads,
        'ops.user.safety': () => ({ totp: { ...totp, on: hasTotp } }),
        [operation]: (input: object) => {
          if (!('stepTicket' in input) || input.stepTicket !== taken) throw refusal(operation, 'RHAC003');
          // Only the operation's name is known here; its reply is typed above.
          return replies[operation] as never;
        },
      },
      state: { auth: held },
    },
  );

/** Answers the question for a proof, once it is there. */
const answer = async (isAgain: boolean, ticket: string | null): Promise<void> => {
  await expect.poll(() => stepUpStore.get()?.isAgain).toBe(isAgain);
  stepUpStore.get()?.settle(ticket);
};

// The type of Object.keys loses the literal keys.
const operations = Object.keys(ways) as readonly Proved[];

describe('R11.1 a proof that is over when the step arrives', () => {
  it.each(operations)(
    'R11.1 R11.3 R11.4 R11.6 %s asks for it again and goes on; what was typed stays, also where the question is cancelled',
    async (operation) => {
      const { enter, send, typed = [] } = ways[operation];
      const shown = show(operation, 'third');
      const sent = () => shown.of(operation).map(({ input }) => input['stepTicket']);
      const expectTyped = () => expect(typed.filter((text) => screen.queryByDisplayValue(text) === null)).toEqual([]);
      for (const act of enter) await act(shown);
      await send(shown);
      await answer(false, 'first');
      await expect.poll(() => stepUpStore.get()?.isAgain).toBe(true);
      expectTyped();
      await answer(true, null);
      expectTyped();
      expect(sent()).toEqual(['first']);
      await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
      await send(shown);
      await answer(false, 'second');
      await answer(true, 'third');
      await expect.poll(sent).toEqual(['first', 'second', 'third']);
      const [first, ...later] = shown
        .of(operation)
        .map(({ input: { stepTicket: _, idempotencyKey: __, ...rest } }) => rest);
      expect(later).toEqual([first, first]);
      expect(toasts()).not.toContain('需要进一步验证身份');
      await expect.poll(() => stepUpStore.get()).toBeNull();
    },
  );

  it('R11.3 the question says so over the publication of the account to pay to, and the password is typed again', async () => {
    const shown = show('ops.content.publish', 'taken', { hasTotp: false });
    const { enter, send } = ways['ops.content.publish'];
    for (const act of enter) await act(shown);
    await send(shown);
    const prove = async (text: string): Promise<void> => {
      const question = within(await screen.findByRole('dialog', { name: '验证身份' }));
      expect(await question.findByText(text)).toBeDefined();
      const password = question.getByLabelText<HTMLInputElement>('登录密码');
      expect(password.value).toBe('');
      await shown.keyboard.type(password, 'Harbour-Green-42');
      await shown.keyboard.click(question.getByRole('button', { name: '确认' }));
    };
    await prove('改动收款账户前请输入您自己的登录密码。');
    await prove('刚才的验证已失效。改动收款账户前请再次输入您自己的登录密码。');
    const question = within(await screen.findByRole('dialog', { name: '验证身份' }));
    await shown.keyboard.click(question.getByRole('button', { name: '取消' }));
    await expect.poll(() => screen.queryByRole('dialog', { name: '验证身份' })).toBeNull();
    const dialog = within(screen.getByRole('dialog', { name: '发布' }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^时间/).value).toBe('23:59');
    expect(dialog.getByRole('radio', { name: '定时' })).toHaveProperty('checked', true);
    expect(shown.of('ops.content.publish')).toHaveLength(2);
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Harbour');
  });
});

it('R11.1 the question ends with the page that it was asked on, and nothing is sent', async () => {
  const shown = show('ops.content.publish', 'taken');
  const { enter, send } = ways['ops.content.publish'];
  for (const act of enter) await act(shown);
  await send(shown);
  await screen.findByRole('dialog', { name: '验证身份' });
  await act(async () => navigate('/orders'));
  await expect.poll(() => stepUpStore.get()).toBeNull();
  expect(shown.of('ops.content.publish')).toEqual([]);
});

describe('R11.3 a publication without an answer', () => {
  it('R11.3 leaves the dialog as it was, so that it can be sent again', async () => {
    const shown = showPage(<SitePage />, {
      at: '/',
      answers: {
        ...reads,
        'ops.content.publish': () => {
          throw unreachable('ops.content.publish');
        },
      },
      state: { auth: held },
    });
    const { enter, send } = ways['ops.content.publish'];
    for (const act of enter) await act(shown);
    await send(shown);
    await answer(false, 'first');
    await expect.poll(() => toasts().length).toBe(1);
    const dialog = within(screen.getByRole('dialog', { name: '发布' }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^时间/).value).toBe('23:59');
  });

  it('R11.1 who has a second factor is asked for its code, also where that shows only in the answer to the password', async () => {
    const asked: object[] = [];
    const shown = showPage(<StepUpDialog />, {
      at: '/',
      answers: {
        'ops.user.safety': () => ({ totp: { on: asked.length > 0, recoveryCodesLeft: 8 } }),
        'ops.user.verify': (input) => {
          asked.push(input);
          if (input.totp === undefined) throw refusal('ops.user.verify', 'RHAC003', { need: 'totp' });
          return { stepTicket: 'by-code', expiresIn: 300 };
        },
      },
      state: { auth: held },
    });
    const end = withProof('锁定账号', async (ticket) => ticket);
    const question = within(await screen.findByRole('dialog', { name: '验证身份' }));
    await shown.keyboard.type(await question.findByLabelText('登录密码'), 'Harbour-Green-42');
    await shown.keyboard.click(question.getByRole('button', { name: '确认' }));
    await shown.keyboard.type(await question.findByLabelText('动态口令或恢复码'), '123456');
    expect(question.queryByLabelText('登录密码')).toBeNull();
    await shown.keyboard.click(question.getByRole('button', { name: '确认' }));
    expect(await end).toBe('by-code');
    expect(asked.at(-1)).toEqual({ totp: '123456' });
  });
});
