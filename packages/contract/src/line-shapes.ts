import { count, day, fen, fenSum, id, list, nullable, object, optional, quantitySum, text, whole } from './shapes.ts';

/** A line of a stage (contract 5, `Line`). `loanNo` is its reference whatever the product; a line that corrects another may be negative. */
export const lineFields = {
  lineId: id(),
  loanNo: text(64),
  stageId: id(),
  orgId: id(),
  projectId: id(),
  productId: id(),
  borrowerMasked: nullable(text(40)),
  /** The basis: an amount, or a quantity in `unit`. */
  loanAmount: nullable(fen()),
  quantity: nullable(whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  unit: text(20),
  /** @unit millionths */
  rate: nullable(count()),
  /** The fee; null until the stage is issued. */
  amount: nullable(fen()),
  occurredOn: day(),
  correctsLineId: optional(id()),
};

/** A line in the list of all lines. */
export const line = () =>
  object({
    ...lineFields,
    /** The issued bill that it is in. */
    billNo: optional(id()),
    /** What stands of it after the answers to feedback, where they changed it. */
    adjustedAmount: optional(fen()),
  });

/** Lines of one direction together. */
const billed = () => object({ count: count(), amount: fenSum() });

/** The sums of some lines: their bases, and the fees of issued stages, each direction its own (billing.md, bills). */
export const lineSums = () =>
  object({
    count: count(),
    loanAmount: fenSum(),
    /** The quantities of each unit. */
    quantities: list(object({ unit: text(20), quantity: quantitySum() })),
    byDirection: object({ payable: billed(), receivable: billed() }),
  });
