import { type OperationSpec, operation } from '../operation.ts';
import { id, isoTime, object, optional, text } from '../shapes.ts';

/** The agreements; every version is kept (R10.6). */
export const agreementOperations = {
  'agreement.detail': operation({
    path: '/ftc/api/agreement/detail',
    summary: '协议全文（可指定版本）',
    who: 'visitor',
    content: true,
    request: object({ id: id(), version: optional(text(32)) }),
    reply: object({
      id: id(),
      version: text(32),
      title: text(80),
      html: text(200_000),
      sha256: text(64),
      effectiveAt: isoTime(),
    }),
    errors: { notFound: 'RHSY404' },
  }),
} satisfies Record<string, OperationSpec>;
