import { billHistoryNames } from '@ronghui/domain/bill';
import { maskPersonalText } from '@ronghui/domain/identity/personal-text';
import type { Differences } from './differences.ts';
import type { StoredAnswer, StoredStep, TrailedStep } from './trailed-steps.sql.ts';
import type { StoredLineChange } from './verification.sql.ts';

/** Answers that were given at once, and those that a second person released. */
const releaseEvent = 'ops.feedback.release';
const answerEvents: ReadonlySet<string> = new Set(['feedback.handle', releaseEvent]);

/** Whether a step is the answer to a feedback. */
export const isAnswer = ({ kind }: Pick<StoredStep, 'kind'>): boolean => kind === 'adjusted' || kind === 'kept';

/** Whether an event tells of an answer that was given; one that waits for its release has no amount yet. */
export const isTrailedAnswer = ({ event, to_fen: amount }: TrailedStep): boolean =>
  answerEvents.has(event) && amount !== null;

/** What the trail has of a text that somebody typed: without personal numbers. */
export const trailedText = (text: string | null): string | null => (text === null ? null : maskPersonalText(text));

/** An answer as it is stored: its step, its message in the thread, the proposal that was released, and what it changed of lines. */
interface AnswerRows {
  readonly step: StoredStep;
  readonly message: StoredAnswer | undefined;
  readonly proposal: StoredAnswer | undefined;
  readonly changes: readonly StoredLineChange[];
}

const changesText = (changes: readonly (readonly [lineId: string, from: number, to: number])[]): string =>
  changes.length === 0
    ? '没有'
    : changes
        .map(([lineId, from, to]) => `${lineId} ${from}→${to}`)
        .toSorted()
        .join('、');

/** What a thread or a proposal has of an answer, against the trail. */
const compareRow = (what: string, row: StoredAnswer, { event, found }: { event: TrailedStep; found: Differences }) => {
  found.compareWithTrail(`${what}的处理`, row.action, event.action);
  found.compareWithTrail(`${what}的原金额`, row.from_fen, event.from_fen);
  found.compareWithTrail(`${what}的新金额`, row.to_fen, event.to_fen);
  found.compareWithTrail(`${what}的理由`, trailedText(row.reason), event.reason);
  found.compareWithTrail(`${what}的提出人`, row.written_by, event.proposed_by ?? event.actor_id);
};

/**
 * An answer against its event in the trail: both amounts, the reason, who wrote it and who gave or released it, the time to confirm, and what it
 * changed of lines.
 *
 * @returns whether the event holds all of these: those of an earlier version do not
 * @source R10.3, R11.6, R11.7
 */
export const compareAnswer = (rows: AnswerRows, event: TrailedStep, found: Differences): boolean => {
  const { step, message, proposal, changes } = rows;
  const what = `第 ${step.stepNo} 步${billHistoryNames[step.kind]}`;
  found.compareWithTrail(`${what}的处理`, step.kind === 'kept', event.action === 'reject');
  if (step.kind === 'adjusted') found.compareWithTrail(`${what}前的金额`, step.from, event.from_fen);
  found.compareWithTrail(`${what}后的金额`, step.amount, event.to_fen);
  found.compareWithTrail(`${what}的理由`, trailedText(step.reason), event.reason);
  found.compareWithTrail(`${what}的${event.proposed_by === null ? '答复人' : '复核人'}`, step.by, event.actor_id);
  if (message === undefined) found.add(`${what}：审计记录中有答复，反馈中没有`);
  else compareRow(`${what}在反馈中的答复`, message, { event, found });
  if (event.event === releaseEvent) {
    if (proposal === undefined) found.add(`${what}：审计记录中由两人办理，没有复核通过的提议`);
    else {
      compareRow(`${what}的提议`, proposal, { event, found });
      found.compareWithTrail(`${what}的提议的复核人`, proposal.released_by, event.actor_id);
    }
  }
  if (event.confirm_by === null) return false;
  found.compareWithTrail(`${what}后的确认期限`, step.confirmBy.toISOString(), event.confirm_by);
  found.compareWithTrail(
    `${what}的明细`,
    changesText(changes.map(({ line_id, from_fen, to_fen }) => [line_id, from_fen, to_fen])),
    changesText((event.line_changes ?? []).map(({ lineId, fromAmount, toAmount }) => [lineId, fromAmount, toAmount])),
  );
  return true;
};
