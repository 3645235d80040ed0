import { invalid, locked, proofOf, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { ownSessions, staffSignedIn, stepProof, totpShape } from '../../session-shapes.ts';
import { id, kid, list, object, optional, sealed, text } from '../../shapes.ts';

const recoveryCodes = () => list(text(20), { max: 20 });

/** The account of the signed-in member of staff: a fresh proof, second factor, sessions (R11.1, security 4.1). */
export const ownStaffOperations = {
  'ops.user.verify': operation({
    path: '/ftc/ops/user/verify',
    summary: '再次验证身份，换取一次性凭据',
    who: 'ops',
    writes: true,
    admission: 'password',
    /** Either the password or a code of the second factor; where there is one, the password alone is `moreProof`. */
    request: object({ pwd: optional(sealed('password')), totp: optional(text(12)), kid: optional(kid()) }),
    reply: stepProof(),
    errors: {
      empty: 'OPS100011',
      invalid,
      wrongPassword: 'OPS01006',
      wrongTotp: 'OPS100019',
      moreProof: proofOf(['totp']),
      tooOften,
      locked,
      lockedByOps: 'OPS100021',
      cancelled: 'OPS100012',
    },
  }),
  'ops.user.safety': operation({
    path: '/ftc/ops/user/safety',
    summary: '查询自己账号的安全状态',
    who: 'ops',
    request: object({}),
    reply: object({ totp: totpShape() }),
  }),
  'ops.user.sessions': operation({
    path: '/ftc/ops/user/sessions',
    summary: '自己登录中的设备',
    who: 'ops',
    request: object({}),
    reply: ownSessions(),
  }),
  'ops.user.endSession': operation({
    path: '/ftc/ops/user/endSession',
    summary: '结束自己的一处登录',
    who: 'ops',
    writes: true,
    request: object({ sessionId: id() }),
    reply: object({}),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.totp.begin': operation({
    path: '/ftc/ops/totp/begin',
    summary: '开始绑定或更换动态口令',
    who: 'ops',
    duringSetup: true,
    writes: true,
    /** Without a ticket only while the account has no second factor yet and needs one: the login has just proved the password. */
    request: object({ stepTicket: optional(id()) }),
    reply: object({ secret: text(64), otpauthUrl: text(500) }),
    errors: { moreProof: 'RHAC003' },
  }),
  'ops.totp.confirm': operation({
    path: '/ftc/ops/totp/confirm',
    summary: '以一次动态口令完成绑定',
    who: 'ops',
    duringSetup: true,
    writes: true,
    request: object({ code: text(12) }),
    reply: object({ ...staffSignedIn().properties, recoveryCodes: recoveryCodes() }),
    /** `changed`: nothing waits to be confirmed; a secret waits for ten minutes. */
    errors: { wrongCode: 'OPS100019', changed: 'RHSY409', locked, lockedByOps: 'OPS100021' },
  }),
  'ops.totp.renewCodes': operation({
    path: '/ftc/ops/totp/renewCodes',
    summary: '重新生成恢复码，旧的作废',
    who: 'ops',
    writes: true,
    request: object({ stepTicket: id() }),
    reply: object({ recoveryCodes: recoveryCodes() }),
    errors: { moreProof: 'RHAC003', changed: 'RHSY409' },
  }),
} satisfies Record<string, OperationSpec>;
