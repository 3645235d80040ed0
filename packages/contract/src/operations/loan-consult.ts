import { invalid, tooOften } from '../declared-errors.ts';
import { line, lineSums } from '../line-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  cursorFields,
  cursorPageOf,
  day,
  exactly,
  file,
  id,
  object,
  optional,
  text,
  unusedPage,
  whole,
} from '../shapes.ts';

/** What lists, sums, downloads and exports of lines are asked by (R10.5). */
export const lineFilterFields = {
  stageId: optional(id()),
  orgId: optional(id()),
  projectId: optional(id()),
  productId: optional(id()),
  /** The reference, or its beginning. */
  loanNo: optional(text(64)),
  /** Days on which lines occurred, both included. */
  from: optional(day()),
  to: optional(day()),
};

/** The lines of stages: query at any size, sums, download (R10.5). */
export const loanConsultOperations = {
  'loanConsult.page': operation({
    path: '/ftc/api/loanConsult/page',
    summary: '贷款咨询明细列表',
    who: 'merchant',
    keys: ['loanConsult.read'],
    certified: true,
    request: object({ ...lineFilterFields, ...cursorFields }),
    reply: cursorPageOf(line()),
    errors: { invalid },
  }),
  'loanConsult.sum': operation({
    path: '/ftc/api/loanConsult/sum',
    summary: '贷款咨询明细合计',
    who: 'merchant',
    keys: ['loanConsult.read'],
    certified: true,
    request: object(lineFilterFields),
    /** Over the whole filter. */
    reply: lineSums(),
    errors: { invalid },
  }),
  'loanConsult.download': operation({
    path: '/ftc/api/loanConsult/download',
    summary: '下载贷款咨询明细',
    who: 'merchant',
    keys: ['loanConsult.read'],
    certified: true,
    request: object({ ...lineFilterFields, ...unusedPage }),
    reply: file(),
    errors: {
      invalid,
      tooOften,
      tooMany: {
        code: 'RHLC001',
        /** The operation that makes larger files. */
        data: object({ limit: whole(1, Number.MAX_SAFE_INTEGER), operationId: exactly('export.create') }),
      },
    },
  }),
} satisfies Record<string, OperationSpec>;
