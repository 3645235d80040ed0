import { accepted } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { id, idempotencyKey, isoTime, list, object, optional, text } from '../shapes.ts';

/** The texts that people consent to; every version is kept (R10.6). */
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
  /**
   * A user's own agreements, whatever their role: the registration texts in the versions that `home.summary` asks the
   * user to read again.
   */
  'agreement.accept': operation({
    path: '/ftc/api/agreement/accept',
    summary: '同意更新后的注册协议',
    who: 'merchant',
    writes: true,
    idempotent: true,
    request: object({ agreements: accepted({ min: 1 }), idempotencyKey: idempotencyKey() }),
    reply: object({ recordIds: list(id(), { max: 20 }) }),
    errors: { agreementsChanged: 'RHAG001' },
  }),
} satisfies Record<string, OperationSpec>;
