import { locked, proofOf, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { smsCode } from '../session-shapes.ts';
import { kid, object, optional, sealed, text } from '../shapes.ts';

/** Changing a password, and setting a new one where it is forgotten (R4.5, R5.2, R5.3). */
export const passwordOperations = {
  'portal.changePwd': operation({
    path: '/ftc/portal/changePwd',
    summary: '凭原密码修改密码',
    who: 'visitor',
    writes: true,
    admission: 'password',
    request: object({
      mobile: sealed('mobile', { malformed: 'refusedUnlessEmpty' }),
      oldPwd: sealed('password'),
      newPwd: sealed('password'),
      kid: kid(),
      totp: optional(text(12)),
      smsCode: optional(smsCode()),
    }),
    reply: object({}),
    errors: {
      empty: 'OPS100011',
      wrongOldPassword: 'OPS01001',
      weakPassword: 'OPSB0009',
      reusedPassword: 'OPS01002',
      locked,
      lockedByOps: 'OPS01003',
      cancelled: 'OPS100012',
      /** Without a session of this user: what a login would ask for. */
      moreProof: proofOf(['totp', 'sms']),
      wrongTotp: 'OPS100019',
      wrongCode: 'OPS10004',
      tooOften,
    },
  }),
  'portal.findPwd': operation({
    path: '/ftc/portal/findPwd',
    summary: '凭短信验证码重置密码',
    who: 'visitor',
    writes: true,
    admission: 'password',
    request: object({ mobile: sealed('mobile'), newPwd: sealed('password'), kid: kid(), smsCode: smsCode() }),
    reply: object({}),
    errors: {
      empty: 'OPS100011',
      wrongCode: 'OPS10004',
      weakPassword: 'OPSB0009',
      reusedPassword: 'OPS01002',
      notRegistered: 'RHAC002',
      lockedByOps: 'OPS01003',
      cancelled: 'OPS100012',
    },
  }),
} satisfies Record<string, OperationSpec>;
