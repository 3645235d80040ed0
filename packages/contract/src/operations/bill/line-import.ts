import { lineFields } from '@ronghui/domain/line-import';
import { invalid, raced, storageDown, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  file,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  uploadFields,
  version,
  word,
} from '../../shapes.ts';
import { rowChoices, skippedRows, statedSums, tablePreview } from '../../table-shapes.ts';
import { lineMappingOperations, mapping } from './line-mapping.ts';

/** An import: an uploaded file, and what became of it. */
const importState = () =>
  object({
    importId: id(),
    stageId: id(),
    stageName: text(60),
    /** The file's. */
    name: text(120),
    kind: word(['csv', 'xlsx']),
    size: count(),
    sha256: text(64),
    /**
     * `rejected`: the file has rows that cannot be imported, and nothing of it was; `expired`: the file is kept no longer; `takingBack`,
     * `takenBack`: its lines were imported, and are being removed or are gone.
     */
    status: word([
      'uploaded',
      'queued',
      'running',
      'done',
      'rejected',
      'failed',
      'cancelled',
      'expired',
      'takingBack',
      'takenBack',
    ]),
    /** In per cent; a total of 0 is not known yet. */
    progress: object({ done: count(), total: count(), text: text(120, { min: 0 }) }),
    /** Its cancellation was requested, and it has not ended yet. */
    isEnding: flag(),
    /** Why it failed, as a message for its user; empty when it did not. */
    failure: text(300, { min: 0 }),
    mapping: optional(mapping()),
    /** The rows of the table in the last run, how many of them cannot be imported, and what was skipped. */
    rows: optional(count()),
    badRows: optional(count()),
    skipped: optional(skippedRows()),
    sums: optional(statedSums()),
    /** What was decided about rows of the file. */
    choices: optional(rowChoices()),
    /** The doubts of the file that were accepted when the last run was started, as rows, and by whom. */
    accepted: optional(object({ outside: count(), repeated: count(), by: text(80, { min: 0 }) })),
    /** The report of all bad rows can be downloaded. */
    hasReport: flag(),
    uploadedBy: text(80, { min: 0 }),
    createdAt: isoTime(),
    startedAt: optional(isoTime()),
    endedAt: optional(isoTime()),
    importedAt: optional(isoTime()),
    /** Its lines can be taken back: they are marked as its own, and their stage is open. */
    canTakeBack: optional(flag()),
    /** Why the last try to take it back ended without; nothing was removed. */
    takeBackFailure: optional(text(300)),
    takenBack: optional(object({ at: isoTime(), by: text(80, { min: 0 }), reason: text(500) })),
    version: version(),
  });

/** Rows that should be looked at, the first by their numbers in the file. */
const doubtfulRows = () => object({ rows: count(), first: list(count(), { max: 10 }) });

/** Imports of a file with the same bytes, the last first. */
const earlierImports = () =>
  list(object({ importId: id(), stageName: text(60), importedAt: isoTime(), by: text(80, { min: 0 }) }), { max: 5 });

/** Lines of a stage from a file: uploaded, looked at, and imported whole or not at all (R11.6). */
export const lineImportOperations = {
  ...lineMappingOperations,
  'ops.lineImport.upload': operation({
    path: '/ftc/ops/lineImport/upload',
    summary: '上传明细文件',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    upload: true,
    largeUpload: true,
    request: object({
      stageId: id(),
      ...uploadFields,
    }),
    reply: object({ importId: id(), version: version(), earlier: earlierImports() }),
    errors: {
      invalid,
      notFound: 'RHSY404',
      issued: 'RHBI002',
      tooLarge: 'RHSY413',
      storage: storageDown,
      tooOften,
      tooManyOpen: 'RHBI005',
    },
  }),
  'ops.lineImport.preview': operation({
    path: '/ftc/ops/lineImport/preview',
    summary: '预览明细文件：识别的列与前几行',
    who: 'ops',
    keys: ['ops.billing.write'],
    request: object({ importId: id(), mapping: optional(mapping()), choices: optional(rowChoices()) }),
    reply: object({
      ...tablePreview(lineFields),
      /** As given; otherwise as the last import of a file with these columns had it, or as recognised. */
      mapping: mapping(),
      /** The file whose import is followed. */
      recalledFrom: optional(text(120)),
      earlier: optional(earlierImports()),
      /** Lines of days outside of the stage, and numbers that stand on more than one day. */
      doubts: optional(object({ outside: doubtfulRows(), repeated: doubtfulRows() })),
    }),
    errors: { invalid, notFound: 'RHSY404', storage: storageDown },
  }),
  'ops.lineImport.start': operation({
    path: '/ftc/ops/lineImport/start',
    summary: '开始导入明细',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      importId: id(),
      version: version(),
      mapping: mapping(),
      choices: optional(rowChoices()),
      /**
       * The doubts of the preview that are accepted, each by its number of rows: they must be those of the file. Without it nothing is compared
       * and nothing is kept.
       */
      accepted: optional(object({ outside: count(), repeated: count() })),
      /** Import it although a file with the same bytes was imported before. */
      again: optional(flag()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: importState(),
    errors: {
      invalid,
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'importId'),
      issued: 'RHBI002',
      sameFile: 'RHBI003',
      storage: storageDown,
    },
  }),
  'ops.lineImport.page': operation({
    path: '/ftc/ops/lineImport/page',
    summary: '明细导入记录',
    who: 'ops',
    keys: ['ops.billing.read'],
    passive: true,
    request: object({ stageId: optional(id()), ...pageFields }),
    reply: pageOf(importState()),
  }),
  'ops.lineImport.get': operation({
    path: '/ftc/ops/lineImport/get',
    summary: '查询一次明细导入',
    who: 'ops',
    keys: ['ops.billing.read'],
    passive: true,
    request: object({ importId: id() }),
    reply: importState(),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.lineImport.cancel': operation({
    path: '/ftc/ops/lineImport/cancel',
    summary: '取消明细导入',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({ importId: id(), idempotencyKey: idempotencyKey() }),
    reply: importState(),
    errors: { notFound: 'RHSY404', changed: raced('RHSY409', 'importId') },
  }),
  'ops.lineImport.takeBack': operation({
    path: '/ftc/ops/lineImport/takeBack',
    summary: '撤回明细导入',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({ importId: id(), version: version(), reason: text(500), idempotencyKey: idempotencyKey() }),
    /** Of one that is taken back already, or being so: as it stands, and nothing is done. */
    reply: importState(),
    errors: {
      invalid,
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'importId'),
      notImported: 'RHBI006',
      issued: 'RHBI007',
      unmarked: 'RHBI008',
    },
  }),
  'ops.lineImport.report': operation({
    path: '/ftc/ops/lineImport/report',
    summary: '下载不能导入的行',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object({ importId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', storage: storageDown },
  }),
} satisfies Record<string, OperationSpec>;
