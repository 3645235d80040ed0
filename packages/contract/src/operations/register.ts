import { accepted } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { signedIn, smsCode } from '../session-shapes.ts';
import { kid, object, optional, sealed, typedName } from '../shapes.ts';

/** A new account with a tenant of its own (R1.1, R5.2, R5.3). */
export const registerOperations = {
  'portal.register': operation({
    path: '/ftc/portal/register',
    summary: '注册商户账号',
    who: 'visitor',
    writes: true,
    admission: 'password',
    request: object({
      mobile: sealed('mobile'),
      pwd: sealed('password'),
      kid: kid(),
      smsCode: smsCode(),
      companyName: optional(typedName(120)),
      agreements: accepted(),
    }),
    reply: signedIn(),
    errors: {
      empty: 'OPS100011',
      wrongCode: 'OPS10004',
      weakPassword: 'OPSB0009',
      registered: 'RHAC001',
      agreementsChanged: 'RHAG001',
    },
  }),
} satisfies Record<string, OperationSpec>;
