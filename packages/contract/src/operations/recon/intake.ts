import { ledgerFields, ledgerShapes } from '@ronghui/domain/recon';
import { invalid, storageDown, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { count, file, id, idempotencyKey, isoTime, list, object, optional, text, whole, word } from '../../shapes.ts';
import { ledgerMapping } from './shapes.ts';

/** A merchant's ledger: uploaded, looked at, its columns named and remembered (R13.1). */
export const ledgerOperations = {
  'recon.upload': operation({
    path: '/ftc/api/recon/upload',
    summary: '上传商户账',
    who: 'merchant',
    keys: ['recon.write'],
    certified: true,
    writes: true,
    idempotent: true,
    upload: true,
    largeUpload: true,
    request: object({
      name: text(255),
      /** @unit bytes */
      size: whole(1, 209_715_200),
      /** Lower-case hex digest of the bytes as sent. */
      sha256: text(64, { min: 64, pattern: '^[0-9a-f]{64}$' }),
      /** A file that is described alone (contract 1) is taken too; with a key, a repeat is answered with the same ledger. */
      idempotencyKey: optional(idempotencyKey()),
    }),
    /** `earlier`: runs of a file with the same bytes, the last first. */
    reply: object({
      ledgerId: id(),
      earlier: list(object({ runId: id(), stageName: text(60), createdAt: isoTime() }), { max: 5 }),
    }),
    errors: { invalid, tooLarge: 'RHSY413', noRoom: 'RHRE001', storage: storageDown, tooOften },
  }),
  'recon.preview': operation({
    path: '/ftc/api/recon/preview',
    summary: '预览商户账：识别的列与前几行',
    who: 'merchant',
    keys: ['recon.write'],
    certified: true,
    request: object({ ledgerId: id(), mapping: optional(ledgerMapping()) }),
    reply: object({
      name: text(120),
      /** The shape that was recognised. */
      shape: word(ledgerShapes),
      /** The row of the head. */
      headRow: count(),
      columns: list(
        object({
          column: whole(0, 499),
          name: text(200, { min: 0 }),
          samples: list(text(200, { min: 0 }), { max: 3 }),
        }),
      ),
      /** As given; otherwise of the saved source whose columns the file has, or as recognised. */
      mapping: ledgerMapping(),
      /** The saved source that is followed. */
      source: optional(text(40)),
      /** Why the mapping cannot be used. */
      fault: optional(object({ field: word(ledgerFields), message: text(200) })),
      rows: list(
        object({
          row: count(),
          /** What each field of the row is read as; a faulty one as it stands. */
          values: list(object({ field: word(ledgerFields), text: text(200, { min: 0 }), fault: optional(text(200)) }), {
            max: ledgerFields.length,
          }),
        }),
        { max: 20 },
      ),
      skipped: list(object({ row: count(), reason: text(40) }), { max: 60 }),
    }),
    errors: { invalid, notFound: 'RHSY404', storage: storageDown, tooOften },
  }),
  'recon.saveMapping': operation({
    path: '/ftc/api/recon/saveMapping',
    summary: '保存一种来源的列',
    who: 'merchant',
    keys: ['recon.write'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({ name: text(40), mapping: ledgerMapping(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { invalid, tooMany: 'RHRE002' },
  }),
  'recon.removal': operation({
    path: '/ftc/api/recon/removal',
    summary: '删除一份商户账会删去什么',
    who: 'merchant',
    keys: ['recon.write'],
    certified: true,
    request: object({ ledgerId: id() }),
    reply: object({
      name: text(120),
      size: count(),
      sha256: text(64),
      /** Runs and trials that would go with it. */
      runs: count(),
      trials: count(),
      first: list(object({ runId: id(), stageName: text(60), createdAt: isoTime() }), { max: 20 }),
      /** Why it cannot be deleted: a run of it is closed, or goes on. */
      keptFor: optional(word(['closed', 'underWay'])),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'recon.removeLedger': operation({
    path: '/ftc/api/recon/removeLedger',
    summary: '删除一份商户账和用它做的对账',
    who: 'merchant',
    keys: ['recon.write'],
    certified: true,
    writes: true,
    idempotent: true,
    request: object({ ledgerId: id(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { notFound: 'RHSY404', closed: 'RHRE023', underWay: 'RHRE024' },
  }),
  'recon.report': operation({
    path: '/ftc/api/recon/report',
    summary: '下载商户账中读不出的行',
    who: 'merchant',
    keys: ['recon.read'],
    certified: true,
    request: object({ runId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', storage: storageDown },
  }),
} satisfies Record<string, OperationSpec>;
