import { locked, proofOf, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { opsAuthMapShape, staffSetup, staffShape, staffSignedIn } from '../../session-shapes.ts';
import { kid, object, optional, sealed, text } from '../../shapes.ts';

/** The provider's staff: login, password, the signed-in member, logout (R11.1, R8.6). */
export const staffSessionOperations = {
  'ops.login': operation({
    path: '/ftc/ops/login',
    summary: '运营人员登录',
    who: 'visitor',
    area: 'ops',
    writes: true,
    admission: 'password',
    request: object({
      account: text(64, { min: 0 }),
      pwd: sealed('password'),
      kid: kid(),
      /** The code of the second factor, or a recovery code in its place. */
      totp: optional(text(12)),
    }),
    reply: staffSignedIn(),
    errors: {
      empty: 'OPS100011',
      wrongPair: 'OPS100015',
      wrongTotp: 'OPS100019',
      /** The right one-time password, after its thirty minutes or its one login. */
      oneTimeOver: 'RHST005',
      locked,
      lockedByOps: 'OPS100021',
      cancelled: 'OPS100012',
      /** The account has a one-time password app: the call is made again with `totp`. */
      moreProof: proofOf(['totp']),
      tooOften,
    },
  }),
  'ops.changePwd': operation({
    path: '/ftc/ops/changePwd',
    summary: '凭原密码或一次性密码修改密码',
    who: 'ops',
    duringSetup: true,
    writes: true,
    admission: 'password',
    request: object({ oldPwd: sealed('password'), newPwd: sealed('password'), kid: kid() }),
    reply: staffSignedIn(),
    errors: {
      empty: 'OPS100011',
      wrongOldPassword: 'OPS01001',
      oneTimeOver: 'RHST005',
      weakPassword: 'OPSB0009',
      reusedPassword: 'OPS01002',
      locked,
      lockedByOps: 'OPS01003',
      cancelled: 'OPS100012',
      tooOften,
    },
  }),
  'ops.user.info': operation({
    path: '/ftc/ops/user/info',
    summary: '当前运营人员的信息与权限',
    who: 'ops',
    request: object({}),
    reply: object({ user: staffShape(), auth: opsAuthMapShape(), ...staffSetup() }),
  }),
  'ops.logout': operation({
    path: '/ftc/ops/logout',
    summary: '运营人员退出登录',
    who: 'ops',
    duringSetup: true,
    writes: true,
    request: object({}),
    reply: object({}),
  }),
} satisfies Record<string, OperationSpec>;
