import { invalid, raced, storageDown } from '../../declared-errors.ts';
import { feedbackWords } from '../../feedback-shapes.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  billedFen,
  count,
  cursorFields,
  cursorPageOf,
  fen,
  flag,
  id,
  idempotencyKey,
  list,
  object,
  optional,
  text,
  version,
  word,
} from '../../shapes.ts';
import { itemFilter, reconItem, run } from './shapes.ts';

const read = { who: 'merchant', keys: ['recon.read'], certified: true } as const;
const write = { who: 'merchant', keys: ['recon.write'], certified: true, writes: true, idempotent: true } as const;

/** Items by number, or all that a filter finds (at most `reconBulkItems`). */
const chosen = {
  runId: id(),
  itemNos: optional(list(count(), { min: 1, max: 500 })),
  filter: optional(object(itemFilter)),
  version: version(),
  idempotencyKey: idempotencyKey(),
};
const stepErrors = {
  invalid,
  notFound: 'RHSY404',
  changed: raced('RHSY409', 'runId'),
  closed: raced('RHRE006', 'runId'),
} as const;

/** The result: read, changed by hand, taken back, and sent as variance feedback (R13.2, R13.3). */
export const resultOperations = {
  'recon.rows': operation({
    path: '/ftc/api/recon/rows',
    summary: '对账结果',
    ...read,
    /** By row, by the size of the difference or by day, latest first; with a reference by reference. */
    request: object({
      runId: id(),
      /** Those of these numbers that still stand, by row and on one page, whatever else is asked. */
      itemNos: optional(list(count(), { min: 1, max: 100 })),
      ...itemFilter,
      sort: optional(word(['row', 'difference', 'day'])),
      ...cursorFields,
    }),
    reply: cursorPageOf(reconItem()),
    errors: { invalid, notFound: 'RHSY404' },
  }),
  'recon.suggest': operation({
    path: '/ftc/api/recon/suggest',
    summary: '可能与这一项相符的行',
    ...read,
    request: object({ runId: id(), itemNo: count() }),
    reply: object({
      suggestions: list(
        object({
          item: reconItem(),
          /** Both together. */
          also: optional(reconItem()),
          reason: text(200),
        }),
        { max: 5 },
      ),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'recon.match': operation({
    path: '/ftc/api/recon/match',
    summary: '手工勾对',
    ...write,
    request: object({
      runId: id(),
      itemNos: list(count(), { min: 2, max: 200 }),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: run(),
    errors: { ...stepErrors, oneSided: 'RHRE008', tooManyRows: 'RHRE009', sent: 'RHRE010' },
  }),
  'recon.unmatch': operation({
    path: '/ftc/api/recon/unmatch',
    summary: '取消勾对',
    ...write,
    request: object(chosen),
    reply: run(),
    errors: { ...stepErrors, notMatched: 'RHRE011', tooManyItems: 'RHRE012', sent: 'RHRE010' },
  }),
  'recon.accept': operation({
    path: '/ftc/api/recon/accept',
    summary: '认可差异，或收回认可',
    ...write,
    request: object({ ...chosen, isAccepted: flag() }),
    reply: run(),
    errors: { ...stepErrors, tooManyItems: 'RHRE012', sent: 'RHRE010' },
  }),
  'recon.note': operation({
    path: '/ftc/api/recon/note',
    summary: '备注',
    ...write,
    request: object({ ...chosen, note: text(200, { min: 0 }) }),
    reply: run(),
    errors: { ...stepErrors, tooManyItems: 'RHRE012' },
  }),
  'recon.undo': operation({
    path: '/ftc/api/recon/undo',
    summary: '撤销上一步',
    ...write,
    request: object({ runId: id(), version: version(), idempotencyKey: idempotencyKey() }),
    reply: run(),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'runId'),
      closed: raced('RHRE006', 'runId'),
      nothingToUndo: 'RHRE013',
      sent: 'RHRE010',
    },
  }),
  'recon.claims': operation({
    path: '/ftc/api/recon/claims',
    summary: '所选差异将成为哪些差异反馈',
    ...read,
    /** `billNo`: the bill to which rows go that the merchant alone has. */
    request: object({ runId: id(), itemNos: list(count(), { min: 1, max: 200 }), billNo: optional(id()) }),
    reply: object({
      claims: list(
        object({
          billNo: id(),
          billAmount: fen(),
          /** For the lines together, or for the whole bill. */
          claimedAmount: fen(),
          coversBill: flag(),
          itemNos: list(count(), { max: 200 }),
        }),
        { max: 200 },
      ),
      leftOut: list(object({ itemNos: list(count(), { max: 200 }), billNo: optional(id()), reason: text(200) }), {
        max: 200,
      }),
    }),
    errors: { notFound: 'RHSY404', changed: 'RHSY409', outdated: 'RHRE014' },
  }),
  'recon.toFeedback': operation({
    path: '/ftc/api/recon/toFeedback',
    summary: '把所选差异作为差异反馈提出',
    ...write,
    /** The handler asks for both: it writes the run and opens claims. */
    keys: ['recon.write', 'feedback.write'],
    request: object({
      runId: id(),
      itemNos: list(count(), { min: 1, max: 200 }),
      billNo: optional(id()),
      /** The claims as they were shown. */
      claims: list(object({ billNo: id(), claimedAmount: billedFen() }), { min: 1, max: 200 }),
      reason: feedbackWords(),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ feedbacks: list(object({ billNo: id(), feedbackNo: id() }), { max: 200 }), run: run() }),
    errors: { ...stepErrors, forbidden: 'RHSY403', outdated: 'RHRE014', storage: storageDown },
  }),
} satisfies Record<string, OperationSpec>;
