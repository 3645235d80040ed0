import { billDimensionFields, billDirection, billFilterFields } from '../../bill-shapes.ts';
import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  billedFen,
  count,
  cursorFields,
  cursorPageOf,
  day,
  fen,
  fenSum,
  id,
  idempotencyKey,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  version,
  word,
} from '../../shapes.ts';

const sum = () => object({ bills: count(), lines: count(), amount: fenSum({ min: 0 }) });

/** How a generation or an issue goes on (contract 5, jobs). */
const jobState = () =>
  object({
    jobId: id(),
    status: word(['queued', 'running', 'done', 'failed', 'cancelled', 'expired']),
    done: count(),
    total: count(),
    words: text(120, { min: 0 }),
    failure: optional(text(300)),
    endedAt: optional(isoTime()),
  });

/** The part of a stage that is issued; everything without a filter. */
const part = { tenantId: optional(id()), orgId: optional(id()), projectId: optional(id()), productId: optional(id()) };

const stagePart = { stageId: id(), ...part };

/** A bill at the desk: a draft has no number and no dates. */
const deskBill = () =>
  object({
    billId: id(),
    tenantId: id(),
    tenantName: text(80, { min: 0 }),
    billNo: nullable(id()),
    direction: billDirection(),
    ...billDimensionFields,
    lineCount: count(),
    amount: fen({ min: 0 }),
    taxAmount: fen({ min: 0 }),
    paidAmount: fen({ min: 0 }),
    status: word(['draft', 'pending', 'disputed', 'confirmed', 'settled']),
    approval: word(['none', 'waiting']),
    issuedAt: nullable(isoTime()),
    confirmBy: nullable(isoTime()),
    dueOn: nullable(day()),
    version: version(),
  });

/** Drafts, their issue, and settlement: the provider's half of bills (R11.6). */
export const billingOperations = {
  'ops.bill.generate': operation({
    path: '/ftc/ops/bill/generate',
    summary: '按账期生成账单草稿',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({ stageId: id(), idempotencyKey: idempotencyKey() }),
    reply: object({ jobId: id() }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.bill.generation': operation({
    path: '/ftc/ops/bill/generation',
    summary: '账单生成的进度与结果',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object({ stageId: id() }),
    reply: object({
      /** The last day to confirm in, were the stage issued today; `note` names the years for which no holidays are known. */
      confirmation: object({ on: day(), note: nullable(text(200)) }),
      /** The last generation and the last issue of the stage; null before the first. */
      generation: nullable(jobState()),
      issue: nullable(jobState()),
      drafts: object({ payable: sum(), receivable: sum() }),
      /** When lines were imported after the drafts were drawn up, which are not issued any more. */
      importedSince: optional(isoTime()),
      issued: object({ payable: sum(), receivable: sum() }),
      /** What the last generation left out, and why, with some of its lines. */
      leftOut: list(
        object({
          reason: word([
            'notCertified',
            'noRule',
            'otherUnit',
            'negative',
            'tooLarge',
            'issued',
            'overCorrected',
            'notCharged',
          ]),
          text: text(120),
          lines: count(),
          examples: list(object({ tenantId: id(), lineId: id(), loanNo: text(64) }), { max: 20 }),
        }),
      ),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.bill.check': operation({
    path: '/ftc/ops/bill/check',
    summary: '出账前核对：与上期按商户与产品比较',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object(stagePart),
    reply: object({
      /** The stage before; null for the first. */
      former: nullable(object({ stageId: id(), name: text(60) })),
      /** The drafts of the part, as an issue names what was seen. */
      drafts: object({ count: count(), payableAmount: fenSum({ min: 0 }), receivableAmount: fenSum({ min: 0 }) }),
      /** Bills of both stages, drafts and issued ones, by tenant, product and direction; the largest differences first. */
      rows: list(
        object({
          tenantId: id(),
          tenantName: text(80, { min: 0 }),
          productId: id(),
          productName: text(60),
          direction: billDirection(),
          /** How many bills of this stage are drafts. */
          drafts: count(),
          formerAmount: fenSum({ min: 0 }),
          amount: fenSum({ min: 0 }),
          differenceAmount: fenSum(),
        }),
        { max: 200 },
      ),
      /** How many rows there are in all. */
      rowCount: count(),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.bill.issue': operation({
    path: '/ftc/ops/bill/issue',
    summary: '出账：账期的全部或一部分草稿',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    /** What was seen of the drafts: with the sums, drafts of other amounts are not issued unseen. */
    request: object({
      ...stagePart,
      count: count(),
      payableAmount: optional(fenSum({ min: 0 })),
      receivableAmount: optional(fenSum({ min: 0 })),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ jobId: id() }),
    errors: { notFound: 'RHSY404', changed: raced('RHSY409', 'stageId') },
  }),
  'ops.bill.page': operation({
    path: '/ftc/ops/bill/page',
    summary: '账单与草稿列表',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object({
      ...billFilterFields,
      tenantId: optional(id()),
      status: optional(word(['draft', 'pending', 'disputed', 'confirmed', 'settled'])),
      ...cursorFields,
    }),
    reply: cursorPageOf(deskBill()),
    errors: { invalid },
  }),
  'ops.bill.settle': operation({
    path: '/ftc/ops/bill/settle',
    summary: '登记收付款，结清账单',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      payments: list(object({ billNo: id(), amount: billedFen(), on: day(), serial: text(64) }), {
        min: 1,
        max: 200,
      }),
      idempotencyKey: idempotencyKey(),
    }),
    /** An outcome for each payment, in the order sent; a payment that is named twice (bill and serial) is one effect, and with another amount or day `serialTaken`; `registered`: its transfer is a receipt that is applied. */
    reply: object({
      results: list(
        object({
          billNo: id(),
          outcome: word([
            'paid',
            'settled',
            'known',
            'serialTaken',
            'registered',
            'notFound',
            'notConfirmed',
            'waitingApproval',
            'overpaid',
            'notPositive',
            'wrongDay',
            'inFuture',
            'serialMissing',
          ]),
          remainingAmount: optional(fen({ min: 0 })),
        }),
      ),
    }),
    errors: { invalid },
  }),
} satisfies Record<string, OperationSpec>;
