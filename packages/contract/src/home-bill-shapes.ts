import { someBills } from './bill-shapes.ts';
import { count, day, fenSum, isoTime, list, object, optional, text, word } from './shapes.ts';

const amount = () => fenSum({ min: 0 });

const due = () =>
  object({
    count: count(),
    /** What is not paid of them yet. */
    amount: amount(),
    firstDueOn: optional(day()),
    /** Those of them that are past their due day. */
    overdue: someBills(),
    /** Those of them whose voucher is being checked, with what is not paid of them; absent where there are none. */
    inCheck: optional(someBills()),
  });
const toConfirm = () => object({ count: count(), amount: amount(), firstConfirmBy: optional(isoTime()) });
const byStatus = () =>
  object({ pending: someBills(), disputed: someBills(), confirmed: someBills(), settled: someBills() });

/** The bills of the first page as of now (R10.1). The directions stand side by side and are never netted. */
export const homeBills = () =>
  object({
    /** Confirmed and not settled, also those that wait for their approval. */
    due: object({ payable: due(), receivable: due() }),
    toConfirm: object({ payable: toConfirm(), receivable: toConfirm() }),
    disputed: object({ payable: someBills(), receivable: someBills() }),
    /** Confirmed, and waiting for a second person (复核). */
    waiting: count(),
    byStatus: object({ payable: byStatus(), receivable: byStatus() }),
    /** The last twelve months, the earliest first, by the day of issue in Shanghai; `from` and `to` are the first and last day. */
    months: list(
      object({
        month: text(7),
        from: day(),
        to: day(),
        payable: someBills(),
        receivable: someBills(),
      }),
      { max: 12 },
    ),
    /** How long what is due has been due; `dueFrom` and `dueTo` lead to the filtered list. */
    ageing: list(
      object({
        age: word(['notYet', 'upTo30', 'upTo60', 'over60']),
        dueFrom: optional(day()),
        dueTo: optional(day()),
        payable: someBills(),
        receivable: someBills(),
      }),
      { max: 4 },
    ),
    /** Feedback that waits for the provider's answer, and that of it whose answer is late. */
    feedback: object({ open: count(), late: count(), firstAnswerBy: optional(isoTime()) }),
  });
