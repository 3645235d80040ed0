import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { billedFen, fen, id, idempotencyKey, object, optional, text, version, whole, word } from '../../shapes.ts';

const written = { who: 'ops', keys: ['ops.billing.write'], writes: true, idempotent: true } as const;
/** It is settled already, not yet confirmed and approved, or paid by the provider. */
const notOpen = 'RHBI013';

/** What is still to be paid of a bill is given up (差额核销, receipts 1.6): above the limit of four eyes (R11.6) by two members of staff. */
export const writeOffOperations = {
  'ops.bill.writeOff': operation({
    path: '/ftc/ops/bill/writeOff',
    summary: '核销账单未付的差额，超过限额的由同事复核',
    ...written,
    /** `amount` is what is open of the bill, as it was seen: all of it is written off. */
    request: object({
      billNo: id(),
      amount: billedFen({ min: 1 }),
      reason: text(500),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    /** `proposed`: it waits for a colleague, and the bill is as it was. */
    reply: object({ outcome: word(['writtenOff', 'proposed']), version: version() }),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'billNo'),
      notPayable: notOpen,
      notConfirmed: notOpen,
      waitingApproval: notOpen,
      proposed: raced('RHBI014', 'billNo'),
      invalid,
    },
  }),
  'ops.bill.decideWriteOff': operation({
    path: '/ftc/ops/bill/decideWriteOff',
    summary: '复核、退回或收回等待中的核销',
    ...written,
    request: object({
      billNo: id(),
      proposalNo: whole(1, 2_147_483_647),
      decision: word(['released', 'sentBack', 'takenBack']),
      /** Of what is sent back. */
      reason: optional(text(500)),
      version: version(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ version: version() }),
    errors: {
      notFound: 'RHSY404',
      /** The bill, or the proposal, is another than was read. */
      changed: raced('RHSY409', 'billNo'),
      samePerson: 'RHBI015',
      setUpByOther: 'RHFE012',
      /** A colleague's is sent back. */
      notAuthor: 'RHSY403',
      invalid,
    },
  }),
  'ops.bill.undoWriteOff': operation({
    path: '/ftc/ops/bill/undoWriteOff',
    summary: '撤销核销，写明原因，账单恢复为未结清',
    ...written,
    request: object({ billNo: id(), reason: text(500), version: version(), idempotencyKey: idempotencyKey() }),
    reply: object({ version: version(), remainingAmount: fen({ min: 0 }) }),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'billNo'),
      notWrittenOff: raced('RHBI016', 'billNo'),
      invoiced: 'RHBI010',
      invalid,
    },
  }),
} satisfies Record<string, OperationSpec>;
