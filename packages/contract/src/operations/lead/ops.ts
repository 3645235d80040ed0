import { leadActions, leadNoteLength, leadSources, leadStatuses } from '@ronghui/domain/lead';
import { invalid, raced, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  cursorFields,
  cursorPageOf,
  day,
  dayOrTime,
  file,
  flag,
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

const status = () => word(leadStatuses);
const note = () => text(leadNoteLength);

/** A lead in the list; name and number masked. */
const listed = () =>
  object({
    ticketNo: id(),
    source: word(leadSources),
    status: status(),
    name: text(40),
    company: optional(text(120)),
    mobileMasked: text(20),
    /** The product that a trial was asked for. */
    productName: optional(text(60)),
    ownerName: optional(text(60)),
    isMine: flag(),
    /** The day on which somebody wants to be reminded, and whether it has come. */
    remindOn: optional(day()),
    isDue: flag(),
    createdAt: isoTime(),
    version: version(),
  });

/** The filter of the list and of its export; `keyword` is the beginning of a number, or a part of the company's or the product's name. */
const filterFields = {
  status: optional(status()),
  source: optional(word(leadSources)),
  owner: optional(word(['mine', 'none'])),
  due: optional(flag()),
  from: optional(dayOrTime()),
  to: optional(dayOrTime()),
  keyword: optional(text(60)),
};

const step = () => ({ ticketNo: id(), version: version(), idempotencyKey: idempotencyKey() });
const stepped = () => object({ status: status(), version: version() });
const written = { who: 'ops', keys: ['ops.customer.write'], writes: true, idempotent: true } as const;
const refusals = {
  notFound: 'RHSY404',
  /** Not in the version that was read, or its state does not allow the step. */
  changed: raced('RHSY409', 'ticketNo'),
} as const;

/** What the provider's staff do with leads (R11.4). */
export const leadOpsOperations = {
  'ops.lead.page': operation({
    path: '/ftc/ops/lead/page',
    summary: '线索列表',
    who: 'ops',
    keys: ['ops.customer.read'],
    request: object({ ...filterFields, ...cursorFields }),
    reply: cursorPageOf(listed()),
    errors: { invalid },
  }),
  'ops.lead.detail': operation({
    path: '/ftc/ops/lead/detail',
    summary: '一条线索与它的经过',
    who: 'ops',
    keys: ['ops.customer.read'],
    request: object({ ticketNo: id() }),
    reply: object({
      ...listed().properties,
      /** That something was written in the form, and how much: the text itself is shown by `ops.lead.reveal`. */
      content: optional(text(2000)),
      skuName: optional(text(60)),
      choice: list(object({ label: text(60), value: text(60) })),
      lostReason: optional(note()),
      tenant: optional(object({ tenantId: id(), name: text(120, { min: 0 }) })),
      actions: list(word(leadActions)),
      steps: list(
        object({
          action: word(leadActions),
          to: status(),
          by: text(60),
          at: isoTime(),
          /** A note, why it was lost, or why it had not been won. */
          text: optional(note()),
          /** Whom it was handed over to. */
          toName: optional(text(60)),
          /** The day of a reminder; null where it was taken away. */
          remindOn: optional(nullable(day())),
        }),
        { max: 200 },
      ),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.lead.reveal': operation({
    path: '/ftc/ops/lead/reveal',
    summary: '查看线索的完整姓名、手机号或留言，留有记录',
    who: 'ops',
    keys: ['ops.customer.write'],
    writes: true,
    request: object({ ticketNo: id(), field: word(['name', 'mobile', 'content']) }),
    reply: object({ value: text(2000) }),
    errors: { notFound: 'RHSY404', tooOften },
  }),
  'ops.lead.colleagues': operation({
    path: '/ftc/ops/lead/colleagues',
    summary: '可以接手线索的同事',
    who: 'ops',
    keys: ['ops.customer.write'],
    request: object({}),
    reply: object({ items: list(object({ staffId: id(), name: text(60) })) }),
  }),
  'ops.lead.take': operation({
    path: '/ftc/ops/lead/take',
    summary: '领取线索',
    ...written,
    request: object(step()),
    reply: stepped(),
    errors: refusals,
  }),
  'ops.lead.assign': operation({
    path: '/ftc/ops/lead/assign',
    summary: '转交线索给同事',
    ...written,
    request: object({ ...step(), staffId: id() }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.lead.win': operation({
    path: '/ftc/ops/lead/win',
    summary: '线索成交，关联到商户',
    ...written,
    request: object({ ...step(), tenantId: id() }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.lead.lose': operation({
    path: '/ftc/ops/lead/lose',
    summary: '线索未成交，写明原因',
    ...written,
    request: object({ ...step(), reason: note() }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.lead.reopen': operation({
    path: '/ftc/ops/lead/reopen',
    summary: '重新跟进未成交的线索',
    ...written,
    request: object(step()),
    reply: stepped(),
    errors: refusals,
  }),
  'ops.lead.undoWin': operation({
    path: '/ftc/ops/lead/undoWin',
    summary: '更正误标的成交，退回跟进，写明原因',
    ...written,
    request: object({ ...step(), reason: note() }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.lead.note': operation({
    path: '/ftc/ops/lead/note',
    summary: '添加跟进记录',
    ...written,
    /** A note is added to whatever there is by now: it has no version. */
    request: object({ ticketNo: id(), text: note(), idempotencyKey: idempotencyKey() }),
    reply: stepped(),
    errors: { notFound: 'RHSY404', invalid },
  }),
  'ops.lead.remind': operation({
    path: '/ftc/ops/lead/remind',
    summary: '设置或取消提醒',
    ...written,
    request: object({ ...step(), on: nullable(day()) }),
    reply: stepped(),
    errors: { ...refusals, invalid },
  }),
  'ops.lead.export': operation({
    path: '/ftc/ops/lead/export',
    summary: '导出筛选出的线索，姓名与号码隐藏，留有记录',
    who: 'ops',
    keys: ['ops.customer.read'],
    request: object(filterFields),
    reply: file(),
    errors: { invalid },
  }),
} satisfies Record<string, OperationSpec>;
