import {
  dayOrders,
  differenceRuleBounds,
  differenceRuleKinds,
  ledgerFields,
  ledgerSigns,
  reconBounds,
  reconKinds,
  reconRules,
} from '@ronghui/domain/recon';
import { moneyUnits } from '@ronghui/domain/table';
import {
  count,
  day,
  fen,
  flag,
  id,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  version,
  whole,
  word,
} from '../../shapes.ts';
import { rowChoices, skippedRows, statedSums } from '../../table-shapes.ts';

/** What the columns of a ledger stand for (the first is 0), with the file's own names, and its formats. */
export const ledgerMapping = () =>
  object({
    columns: list(object({ field: word(ledgerFields), column: whole(0, 499), name: optional(text(200, { min: 0 })) }), {
      max: ledgerFields.length,
    }),
    sign: word(ledgerSigns),
    dayOrder: word(dayOrders),
    unit: word(moneyUnits),
    /** What a person has named of the values of the column of sides. */
    sides: optional(list(object({ value: text(40), side: word(['in', 'out', 'neutral']) }), { max: 20 })),
  });

/** What a tenant tolerates. */
export const toleranceFields = {
  amountTolerance: fen({ min: 0, max: reconBounds.amountTolerance }),
  /** Of the line's amount. @unit millionths */
  amountRate: whole(0, reconBounds.amountRate),
  dayTolerance: whole(0, reconBounds.dayTolerance),
};

/** Which amounts of the lines a ledger's answer, and of which bills. */
export const reconSubject = {
  stageId: id(),
  side: word(['fee', 'basis']),
  direction: word(['payable', 'receivable']),
};

/** What the lines of a counterparty have more than the rows of the ledger. */
export const ruleTerms = {
  kind: word(differenceRuleKinds),
  /** What the platform has more. @unit millionths of the line's amount or basis, or fen */
  value: whole(-differenceRuleBounds.amount, differenceRuleBounds.amount),
};

/** A rule by its terms, and of which runs. */
export const ruleTermsOf = {
  ruleId: id(),
  side: reconSubject.side,
  direction: reconSubject.direction,
  counterparty: text(80),
  ...ruleTerms,
};

export const itemKind = () => word(reconKinds);

const kindTotal = () =>
  object({
    kind: itemKind(),
    items: count(),
    ledgerCount: count(),
    ledgerAmount: fen(),
    lineCount: count(),
    lineAmount: fen(),
    /** Items that were accepted, and items that are in a feedback. */
    accepted: count(),
    sent: count(),
  });

/** How many items were put together, taken apart, accepted or noted as in the run before, and how many were left behind. */
export const carriedCounts = {
  matched: count(),
  unmatched: count(),
  accepted: count(),
  noted: count(),
  left: count(),
};

/** A run of reconciliation: what it compared, how far it is, and what came of it. */
const runFields = {
  runId: id(),
  ...reconSubject,
  stageName: text(60),
  ledgerId: id(),
  /** The ledger's file. */
  name: text(120),
  size: count(),
  sha256: text(64),
  /** What the file's columns were read as. */
  mapping: optional(ledgerMapping()),
  /** What was decided about rows of the file. */
  choices: optional(rowChoices()),
  /** The file is still there: another run can read it. */
  isFileKept: flag(),
  status: word(['queued', 'running', 'done', 'failed', 'cancelled', 'expired']),
  /** In per cent; a total of 0 is not known yet. */
  progress: object({ done: count(), total: count(), text: text(120, { min: 0 }) }),
  isEnding: flag(),
  /** Why it failed, as a message for its user; empty when it did not. */
  failure: text(300, { min: 0 }),
  /** It failed because the ledger seems to be of this stage; `recon.again` goes on nevertheless. */
  seemsOf: optional(object({ stageId: id(), stageName: text(60) })),
  /** Rows that could not be read can be downloaded. */
  hasReport: flag(),
  settings: object(toleranceFields),
  /** The tenant's rules as they were when it was started. */
  rules: optional(
    list(object({ ruleId: id(), counterparty: text(80), ...ruleTerms }), { max: differenceRuleBounds.rules }),
  ),
  /** It only shows what other settings would change. */
  isDryRun: flag(),
  startedBy: text(80, { min: 0 }),
  createdAt: isoTime(),
  endedAt: optional(isoTime()),
  /** The ledger's rows, how many of them could not be read, and what was skipped. */
  rows: optional(count()),
  badRows: optional(count()),
  skipped: optional(skippedRows()),
  sums: optional(statedSums()),
  /** Of each kind, in the order of their names; once it is done. */
  totals: optional(list(kindTotal(), { max: reconKinds.length })),
  /** Items that differ and are neither accepted nor in a feedback. */
  differencesLeft: optional(count()),
  /** The bills as the run met them. */
  madeOf: optional(
    object({
      bills: count(),
      amount: fen(),
      adjusted: fen(),
      /** Of the bills with their lines and amounts. */
      digest: text(64),
      asOf: isoTime(),
    }),
  ),
  /** The bills were adjusted since, or issued again: another run shows what changed. */
  isOutdated: flag(),
  /** A feedback that items are in waits for its answer. */
  isDisputed: optional(flag()),
  /** The run that it is compared with. */
  comparedRunId: optional(id()),
  /** Of what people decided in that run: how many steps by hand hold on, and of how many items some do not. */
  carried: optional(object(carriedCounts)),
  /** A newer run has taken its place, and only its totals are kept: its items are not found any more. */
  itemsGoneAt: optional(isoTime()),
  /** A step by hand can be taken back. */
  canUndo: flag(),
  closedAt: optional(isoTime()),
  closedBy: optional(text(80, { min: 0 })),
  /** The ledger was deleted with its runs: only its name, size and hash are kept. */
  removedAt: optional(isoTime()),
  removedBy: optional(text(80, { min: 0 })),
  version: version(),
};

export const run = () => object(runFields);

/** A row of the ledger. */
const ledgerRow = () =>
  object({
    rowNo: count(),
    reference: nullable(text(64)),
    counterparty: nullable(text(80)),
    occurredOn: day(),
    amount: fen(),
  });

/** A line of the stage. */
const platformLine = () =>
  object({ lineId: id(), reference: text(64), occurredOn: day(), amount: fen(), billNo: optional(id()) });

/** The most rows of one item. */
const itemRows = 200;

/** An item of the result: rows of both sides that belong together, or one row alone. */
export const reconItem = () =>
  object({
    itemNo: count(),
    kind: itemKind(),
    rule: word(reconRules),
    ledger: list(ledgerRow(), { max: itemRows }),
    lines: list(platformLine(), { max: itemRows }),
    ledgerAmount: fen(),
    lineAmount: fen(),
    /** What the platform has more than the ledger. */
    difference: fen(),
    /** The tenant's rule that explains the difference. */
    differenceRule: optional(object({ ruleId: id(), counterparty: text(80), ...ruleTerms })),
    note: text(200, { min: 0 }),
    isAccepted: flag(),
    feedbackNo: optional(id()),
    /** The feedback that it was in before that was withdrawn or rejected. */
    formerFeedbackNo: optional(id()),
    /** Of `feedbackNo`, or else of `formerFeedbackNo`. */
    feedbackState: optional(word(['open', 'inProgress', 'resolved', 'rejected', 'withdrawn'])),
  });

/** States of items that a list can be narrowed to. `open`: differs, neither accepted nor in a feedback; `otherNumber`: matched by rules, not by its number. */
const itemStates = ['open', 'accepted', 'sent', 'noted', 'otherNumber'] as const;

/** A part of the result. */
export const itemFilter = {
  kind: optional(itemKind()),
  state: optional(word(itemStates)),
  /** The beginning of a reference of either side. */
  reference: optional(text(64)),
};
