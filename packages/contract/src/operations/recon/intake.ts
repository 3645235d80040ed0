import { ledgerFields, ledgerShapes } from '@ronghui/domain/recon';
import { invalid, storageDown, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  file,
  id,
  idempotencyKey,
  isoTime,
  list,
  object,
  optional,
  text,
  typedName,
  uploadFields,
  word,
} from '../../shapes.ts';
import { rowChoices, tablePreview } from '../../table-shapes.ts';
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
      ...uploadFields,
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
    request: object({ ledgerId: id(), mapping: optional(ledgerMapping()), choices: optional(rowChoices()) }),
    reply: object({
      name: text(120),
      /** The shape that was recognised. */
      shape: word(ledgerShapes),
      ...tablePreview(ledgerFields),
      /** As given; otherwise of the saved source whose columns the file has, or as recognised. */
      mapping: ledgerMapping(),
      /** The saved source that is followed. */
      source: optional(text(40)),
      /** Values of the column of sides that say neither in nor out. */
      unknownSides: optional(list(text(200), { max: 20 })),
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
    request: object({ name: typedName(40), mapping: ledgerMapping(), idempotencyKey: idempotencyKey() }),
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
