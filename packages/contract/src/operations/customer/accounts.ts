import { memberRoles } from '../../auth-keys.ts';
import { invalid, raced, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { sessionItem, totpShape } from '../../session-shapes.ts';
import {
  count,
  cursorFields,
  cursorPageOf,
  flag,
  id,
  idempotencyKey,
  isoTime,
  kid,
  lastStep,
  list,
  object,
  optional,
  sealed,
  text,
  version,
  word,
} from '../../shapes.ts';
import { userLogin, userStatus } from './account-shapes.ts';

/** A merchant's user in the list; the name masked. */
const listed = () =>
  object({
    userId: id(),
    name: text(60, { min: 0 }),
    mobileMasked: text(20),
    status: userStatus(),
    /** One of their merchants, and how many there are. */
    tenantName: text(120, { min: 0 }),
    tenantCount: count(),
    createdAt: isoTime(),
    lastLoginAt: optional(isoTime()),
    version: version(),
  });

/** A change of a user's account: made once, against the version that was seen, with a reason and a fresh proof of who makes it. */
const change = () => ({
  userId: id(),
  version: version(),
  reason: text(200),
  stepTicket: id(),
  idempotencyKey: idempotencyKey(),
});
/** How the desk made sure of the person: what was shown, who called back. */
const proofSeen = () => text(200);
const changed = () => object({ version: version() });
const written = { who: 'ops', keys: ['ops.customer.write'], writes: true } as const;
const refusals = {
  notFound: 'RHSY404',
  /** Not in the version that was read, or its state does not allow the step. */
  changed: raced('RHSY409', 'userId'),
  moreProof: 'RHAC003',
  invalid,
} as const;

/** The merchants' users, for the provider's staff (R4.5, R10.9, R11.4). */
export const accountReviewOperations = {
  'ops.account.page': operation({
    path: '/ftc/ops/account/page',
    summary: '用户列表',
    who: 'ops',
    keys: ['ops.customer.read'],
    /** `keyword` is a part of a merchant's name, and of the user's own for those who may see it in full: such a search counts as a look, and leaves a trace. */
    request: object({ keyword: optional(text(60)), status: optional(userStatus()), ...cursorFields }),
    reply: cursorPageOf(listed()),
    errors: { tooOften },
  }),
  'ops.account.find': operation({
    path: '/ftc/ops/account/find',
    summary: '按手机号查找用户，留有记录',
    who: 'ops',
    keys: ['ops.customer.read'],
    request: object({ mobile: sealed('mobile'), kid: kid() }),
    reply: object({ userId: id() }),
    errors: { notFound: 'RHSY404', tooOften },
  }),
  'ops.account.detail': operation({
    path: '/ftc/ops/account/detail',
    summary: '一位用户的账号',
    who: 'ops',
    keys: ['ops.customer.read'],
    request: object({ userId: id() }),
    reply: object({
      ...listed().properties,
      emailMasked: text(120, { min: 0 }),
      /** Why staff locked the account; empty otherwise. */
      lockReason: text(200, { min: 0 }),
      lockedByTries: flag(),
      totp: totpShape(),
      /** The mobile that a member of staff has entered, while a second one has to enter the same. */
      mobileChange: optional(
        object({ mobileMasked: text(20), by: text(60, { min: 0 }), at: isoTime(), isOwn: flag() }),
      ),
      /** When the closing that the user has asked for takes effect. */
      closesAt: optional(isoTime()),
      passwordChangedAt: isoTime(),
      tenants: list(
        object({ tenantId: id(), name: text(120, { min: 0 }), role: word(memberRoles), joinedAt: isoTime() }),
        { max: 50 },
      ),
      sessions: list(sessionItem()),
      logins: list(userLogin(), { max: 10 }),
      last: lastStep(),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.account.reveal': operation({
    path: '/ftc/ops/account/reveal',
    summary: '查看用户的完整手机号、邮箱或姓名，留有记录',
    ...written,
    request: object({ userId: id(), field: word(['mobile', 'email', 'name']) }),
    reply: object({ value: text(120) }),
    errors: { notFound: 'RHSY404', tooOften },
  }),
  'ops.account.lock': operation({
    path: '/ftc/ops/account/lock',
    summary: '锁定用户的账号，登录中的设备立即退出',
    ...written,
    idempotent: true,
    request: object(change()),
    reply: changed(),
    errors: refusals,
  }),
  'ops.account.unlock': operation({
    path: '/ftc/ops/account/unlock',
    summary: '解除锁定，包括输错次数过多的锁定',
    ...written,
    idempotent: true,
    request: object(change()),
    reply: changed(),
    errors: refusals,
  }),
  'ops.account.endSessions': operation({
    path: '/ftc/ops/account/endSessions',
    summary: '结束用户的全部登录',
    ...written,
    idempotent: true,
    request: object(change()),
    reply: changed(),
    errors: refusals,
  }),
  'ops.account.resetTotp': operation({
    path: '/ftc/ops/account/resetTotp',
    summary: '核实本人之后，关闭用户丢失的动态口令',
    ...written,
    idempotent: true,
    request: object({ ...change(), proofSeen: proofSeen() }),
    reply: changed(),
    errors: refusals,
  }),
  'ops.account.changeMobile': operation({
    path: '/ftc/ops/account/changeMobile',
    summary: '核实本人之后，更换用户停用的手机号',
    ...written,
    idempotent: true,
    /** Of a person who may confirm bills two members of staff enter the same number, each with a proof; the first reads that a second has to. */
    request: object({ ...change(), proofSeen: proofSeen(), mobile: sealed('mobile'), kid: kid() }),
    reply: object({ version: version(), awaitsSecond: optional(flag()) }),
    errors: { ...refusals, setUpByOther: 'RHFE012' },
  }),
} satisfies Record<string, OperationSpec>;
