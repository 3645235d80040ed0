import { invalid } from '../../declared-errors.ts';
import { feedbackStatus, feedbackWords } from '../../feedback-shapes.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { count, fen, id, idempotencyKey, isoTime, object, optional, text, version } from '../../shapes.ts';
import { proposalNo } from './proposal-shape.ts';

const written = { who: 'ops', keys: ['ops.billing.write'], writes: true, idempotent: true } as const;
const refusals = {
  notFound: 'RHSY404',
  /** Another proposal than was read, or a colleague has decided on it. */
  changed: 'RHSY409',
  answered: 'RHFE002',
  samePerson: 'RHFE011',
} as const;

const setting = () => ({
  /** The difference of a bill that one member of staff may give alone; 0 asks for no second. */
  aboveAmount: fen({ min: 0 }),
  /** How often it was set. */
  revision: count(),
  setBy: optional(text(60, { min: 0 })),
  setAt: optional(isoTime()),
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
    errors: { ...refusals, notAcceptable: 'RHFE007' },
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
    /** `revision` is what was read. */
    request: object({ aboveAmount: fen({ min: 0 }), revision: count(), idempotencyKey: idempotencyKey() }),
    reply: object(setting()),
    errors: { changed: 'RHSY409' },
  }),
} satisfies Record<string, OperationSpec>;
