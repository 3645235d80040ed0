import { receptionStates } from '@ronghui/domain/chat';
import { receptionKinds } from '@ronghui/domain/chat/reception-kind';
import { invalid } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  cursorFields,
  cursorPageOf,
  day,
  file,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  whole,
  word,
} from '../../shapes.ts';

const read = { who: 'ops', keys: ['ops.chat.read'] } as const;
/** Days in Shanghai, both ends included, 366 at most: those on which a reception was opened. */
const span = { from: day(), to: day() };

/** Which receptions are listed. */
const filterFields = {
  ...span,
  kind: optional(word(receptionKinds)),
  /** Of the summary; empty for those without one. */
  category: optional(text(40, { min: 0 })),
  staffId: optional(id()),
};

/** Half of them are as quick, and 95 of 100. @unit seconds */
const times = () => nullable(object({ median: count(), p95: count() }));

/** Of some receptions how many are of each kind (`receptionKinds`), and how quick they were; times leave those out that became a message for later. */
const figures = {
  receptions: count(),
  robot: count(),
  handedOver: count(),
  answered: count(),
  unanswered: count(),
  left: count(),
  rated: count(),
  poor: count(),
  /** The stars of those that are rated, added up. */
  stars: count(),
  /** From asking for a person to the first words of one; null where none was answered. */
  firstAnswerSec: times(),
  /** From asking for a person to the end, where silence ended it to the last words; of those that a person answered and that are over. */
  resolutionSec: times(),
};

/** How customer service goes (service 5.5). */
export const chatFigureOperations = {
  'ops.chat.figures': operation({
    path: '/ftc/ops/chat/figures',
    summary: '客服统计：接待、首答、处理时长与评价',
    ...read,
    request: object(span),
    reply: object({
      total: object(figures),
      /** Every day of the span. */
      days: list(object({ on: day(), ...figures }), { max: 366 }),
      /** By the category of the summary, null without one; the fifty that are most frequent. */
      categories: list(object({ category: nullable(text(40)), ...figures }), { max: 50 }),
      /** By the member of staff who had it last; the hundred who had most. */
      members: list(object({ staffId: id(), name: text(80, { min: 0 }), ...figures }), { max: 100 }),
    }),
    /** A span takes as long each time: no code of ours that a client repeats. */
    errors: { invalid, tooSlow: 'RHCS013' },
  }),
  'ops.chat.receptions': operation({
    path: '/ftc/ops/chat/receptions',
    summary: '接待记录',
    ...read,
    request: object({ ...filterFields, ...cursorFields }),
    /** Newest first. */
    reply: cursorPageOf(
      object({
        receptionId: id(),
        conversationId: id(),
        state: word(receptionStates),
        openedAt: isoTime(),
        endedAt: optional(isoTime()),
        /** Left out for a visitor. */
        tenantName: optional(text(120, { min: 0 })),
        /** The member of staff who had it last. */
        agent: optional(text(80, { min: 0 })),
        category: optional(text(40)),
        summary: optional(text(500)),
        /** From asking for a person to the first words of one. */
        firstAnswerSec: optional(count()),
        stars: optional(whole(1, 5)),
        ratingWords: optional(text(500)),
      }),
    ),
    errors: { invalid },
  }),
  'ops.chat.exportReceptions': operation({
    path: '/ftc/ops/chat/exportReceptions',
    summary: '导出筛选出的接待记录，留有记录',
    ...read,
    request: object(filterFields),
    reply: file(),
    errors: { invalid },
  }),
} satisfies Record<string, OperationSpec>;
