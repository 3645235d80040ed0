import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { staffRoles } from '../../ops-auth-keys.ts';
import { sessionItem, totpShape } from '../../session-shapes.ts';
import {
  flag,
  id,
  idempotencyKey,
  isoTime,
  lastStep,
  list,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  typedName,
  whole,
  word,
} from '../../shapes.ts';

const statuses = ['active', 'locked', 'closed'] as const;
const roles = () => list(word(staffRoles), { min: 1, max: 5 });
const version = () => whole(1, Number.MAX_SAFE_INTEGER);

/** A colleague in the list. */
const member = () =>
  object({
    staffId: id(),
    account: text(32),
    name: text(60, { min: 0 }),
    roles: list(word(staffRoles), { max: 5 }),
    /** `locked` by an admin; a lock by wrong tries is `lockedByTries` of the detail. */
    status: word(statuses),
    /** Whether the account still has the one-time password that somebody else made. */
    mustChangePwd: flag(),
    totpOn: flag(),
    createdAt: isoTime(),
    lastLoginAt: optional(isoTime()),
    version: version(),
  });

/** What is done to the account of a colleague, which every other admin reads. */
const teamChanges = ['create', 'update', 'lock', 'unlock', 'resetPassword', 'resetTotp', 'resetAdmin'] as const;
const eventId = () => whole(1, Number.MAX_SAFE_INTEGER);

/** A password for one login, made for somebody else; it is in this reply alone. */
const oneTime = () => ({ oneTimePassword: text(64), expiresAt: isoTime(), version: version() });

/** A change of a colleague's account: made once, against the version that was seen, with a fresh proof. */
const change = () => ({ staffId: id(), version: version(), stepTicket: id(), idempotencyKey: idempotencyKey() });
const written = {
  who: 'ops',
  keys: ['ops.staff.write'],
  idempotent: true,
  writes: true,
} as const;
const refusals = {
  notFound: 'RHSY404',
  /** The caller has lost the right meanwhile. */
  notAllowed: 'RHSY403',
  /** One's own account is changed in `my account`, and one's own roles by a colleague. */
  self: 'RHST003',
  changed: raced('RHSY409', 'staffId'),
  moreProof: 'RHAC003',
} as const;

/** The accounts of staff: who there is, with which roles, and what an admin does when somebody comes, changes, forgets or leaves (R6.1, R11.1). */
export const teamOperations = {
  'ops.staff.page': operation({
    path: '/ftc/ops/staff/page',
    summary: '运营人员列表',
    who: 'ops',
    keys: ['ops.staff.read'],
    /** `keyword` is the beginning of an account, or a part of a name. */
    request: object({
      keyword: optional(text(60)),
      role: optional(word(staffRoles)),
      status: optional(word(statuses)),
      ...pageFields,
    }),
    reply: pageOf(member()),
  }),
  'ops.staff.detail': operation({
    path: '/ftc/ops/staff/detail',
    summary: '一位运营人员的账号',
    who: 'ops',
    keys: ['ops.staff.read'],
    request: object({ staffId: id() }),
    reply: object({
      ...member().properties,
      totp: totpShape(),
      lockedByTries: flag(),
      /** Why an admin locked the account; empty otherwise. */
      lockReason: text(200, { min: 0 }),
      sessions: list(sessionItem()),
      last: lastStep(),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.staff.news': operation({
    path: '/ftc/ops/staff/news',
    summary: '其他人对运营账号做了什么，尚未看过的',
    who: 'ops',
    keys: ['ops.staff.write'],
    passive: true,
    request: object({}),
    reply: object({
      items: list(
        object({
          eventId: eventId(),
          change: word(teamChanges),
          at: isoTime(),
          /** Who did it; empty for an operator at the command line. */
          by: text(60, { min: 0 }),
          account: text(32, { min: 0 }),
          name: text(60, { min: 0 }),
        }),
        { max: 50 },
      ),
    }),
  }),
  'ops.staff.seeNews': operation({
    path: '/ftc/ops/staff/seeNews',
    summary: '看过了其他人对运营账号所做的',
    who: 'ops',
    keys: ['ops.staff.write'],
    writes: true,
    /** The newest that was shown; what came before it is seen too. */
    request: object({ eventId: eventId() }),
    reply: object({}),
  }),
  'ops.staff.create': operation({
    path: '/ftc/ops/staff/create',
    summary: '新建运营人员，得到一次性密码',
    ...written,
    admission: 'password',
    secretReply: true,
    request: object({
      account: text(64),
      name: typedName(60),
      roles: roles(),
      stepTicket: id(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ staffId: id(), ...oneTime() }),
    errors: { invalid, taken: 'RHST002', notAllowed: 'RHSY403', moreProof: 'RHAC003' },
  }),
  'ops.staff.update': operation({
    path: '/ftc/ops/staff/update',
    summary: '修改运营人员的姓名与角色',
    ...written,
    request: object({ ...change(), name: typedName(60), roles: roles() }),
    reply: object({ version: version() }),
    errors: { ...refusals, invalid },
  }),
  'ops.staff.lock': operation({
    path: '/ftc/ops/staff/lock',
    summary: '锁定运营人员的账号',
    ...written,
    request: object({ ...change(), reason: text(200) }),
    reply: object({ version: version() }),
    errors: { ...refusals, invalid },
  }),
  'ops.staff.unlock': operation({
    path: '/ftc/ops/staff/unlock',
    summary: '解除锁定，包括输错次数过多的锁定',
    ...written,
    request: object(change()),
    reply: object({ version: version() }),
    errors: refusals,
  }),
  'ops.staff.resetPassword': operation({
    path: '/ftc/ops/staff/resetPassword',
    summary: '重置密码，得到一次性密码',
    ...written,
    admission: 'password',
    secretReply: true,
    request: object(change()),
    reply: object(oneTime()),
    errors: refusals,
  }),
  'ops.staff.resetTotp': operation({
    path: '/ftc/ops/staff/resetTotp',
    summary: '解除动态口令，下次登录时重新绑定',
    ...written,
    request: object(change()),
    reply: object({ version: version() }),
    errors: refusals,
  }),
  'ops.staff.endSessions': operation({
    path: '/ftc/ops/staff/endSessions',
    summary: '结束运营人员的全部登录',
    ...written,
    request: object(change()),
    reply: object({ version: version() }),
    errors: refusals,
  }),
} satisfies Record<string, OperationSpec>;
