import { proposalDecisions } from '@ronghui/domain/feedback';
import { invalid, raced, racedOn } from '../../declared-errors.ts';
import { feedbackStatus, feedbackWords } from '../../feedback-shapes.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  billedFen,
  count,
  fen,
  flag,
  id,
  idempotencyKey,
  isoTime,
  object,
  optional,
  text,
  version,
  word,
} from '../../shapes.ts';
import { proposalNo } from './proposal-shape.ts';

const written = { who: 'ops', keys: ['ops.billing.write'], writes: true, idempotent: true } as const;
const refusals = {
  notFound: 'RHSY404',
  /** Another proposal than was read, or a colleague has decided on it. */
  changed: raced('RHSY409', 'feedbackNo'),
  answered: raced('RHFE002', 'feedbackNo'),
  samePerson: 'RHFE011',
} as const;

/** One of the two has made the account of the other, or reset it, within seven days: they may still be one person. */
const setUpByOther = 'RHFE012';

const setting = () => ({
  /** The difference of a bill that one member of staff may give alone; 0 asks for no second. */
  aboveAmount: fen({ min: 0 }),
  /** How often it was set. */
  revision: count(),
  setBy: optional(text(60, { min: 0 })),
  setAt: optional(isoTime()),
  /** A looser limit that waits for a second member of staff; until then the one above holds. */
  proposed: optional(
    object({
      aboveAmount: fen({ min: 0 }),
      by: text(60, { min: 0 }),
      at: isoTime(),
      /** It is the reader's own, who may only take it back. */
      isOwn: flag(),
    }),
  ),
  /** How many active members of staff may release; with one alone nothing above the limit can be answered. */
  releasers: count(),
});

/** Four eyes on answers above a difference that the site's settings hold (R11.6). */
export const fourEyesOperations = {
  'ops.feedback.release': operation({
    path: '/ftc/ops/feedback/release',
    summary: '复核放行同事提出的答复',
    ...written,
    /** `version` is the feedback's: a message of the merchant meanwhile asks for another look. */
    request: object({
      feedbackNo: id(),
      proposalNo: proposalNo(),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ status: feedbackStatus() }),
    errors: { ...refusals, notAcceptable: 'RHFE007', setUpByOther },
  }),
  'ops.feedback.sendBack': operation({
    path: '/ftc/ops/feedback/sendBack',
    summary: '退回同事提出的答复',
    ...written,
    request: object({
      feedbackNo: id(),
      proposalNo: proposalNo(),
      reason: feedbackWords(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ status: feedbackStatus() }),
    errors: { ...refusals, invalid },
  }),
  'ops.feedback.takeBack': operation({
    path: '/ftc/ops/feedback/takeBack',
    summary: '收回自己提出的答复',
    ...written,
    request: object({ feedbackNo: id(), proposalNo: proposalNo(), idempotencyKey: idempotencyKey() }),
    reply: object({ status: feedbackStatus() }),
    errors: {
      notFound: refusals.notFound,
      changed: refusals.changed,
      answered: refusals.answered,
      /** A colleague's is sent back, with a reason. */
      forbidden: 'RHSY403',
    },
  }),
  'ops.feedback.fourEyes': operation({
    path: '/ftc/ops/feedback/fourEyes',
    summary: '答复须复核的金额',
    who: 'ops',
    keys: ['ops.feedback.read'],
    request: object({}),
    reply: object(setting()),
  }),
  'ops.feedback.setFourEyes': operation({
    path: '/ftc/ops/feedback/setFourEyes',
    summary: '设定答复须复核的金额',
    ...written,
    /**
     * `revision` is what was read. A tighter limit holds at once. A looser one, or none, needs a fresh proof and is proposed to a second member of
     * staff; it replaces one that waits.
     */
    request: object({
      aboveAmount: billedFen(),
      revision: count(),
      stepTicket: optional(id()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object(setting()),
    errors: { changed: racedOn('RHSY409', { name: 'fourEyes' }), moreProof: 'RHAC003' },
  }),
  'ops.feedback.decideFourEyes': operation({
    path: '/ftc/ops/feedback/decideFourEyes',
    summary: '复核、退回或收回放宽复核金额的提议',
    ...written,
    /** Released or sent back by a colleague of who proposed it, taken back by them; a release needs a fresh proof. */
    request: object({
      decision: word(proposalDecisions),
      revision: count(),
      stepTicket: optional(id()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object(setting()),
    errors: {
      changed: racedOn('RHSY409', { name: 'fourEyes' }),
      samePerson: 'RHFE011',
      setUpByOther,
      forbidden: 'RHSY403',
      moreProof: 'RHAC003',
    },
  }),
} satisfies Record<string, OperationSpec>;
