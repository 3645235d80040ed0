import type { Claim } from './feedback-claim.ts';
import { type FeedbackState, isAnswered } from './feedback-status.ts';

/** A former case of the bill. */
export interface FormerCase {
  readonly state: FeedbackState;
  /** The lines that it was about; null for the whole bill. */
  readonly lineIds: readonly string[] | null;
}

/** How many answers a case has used up: a reopened one both, also where the merchant withdrew it then. */
const answersOf = ({ state }: FormerCase): number => (state.isReopened ? 2 : Number(isAnswered(state)));

const answersAbout = (cases: readonly FormerCase[], lineId: string | null): number =>
  cases
    .filter(({ lineIds }) => lineIds === null || (lineId !== null && lineIds.includes(lineId)))
    .reduce((sum, each) => sum + answersOf(each), 0);

/**
 * Whether a claim is about what was answered twice already, in one case that was reopened or in two: the second answer is the last word, and
 * another case would only go round it. Of chosen lines one is enough; the whole bill can still be claimed after cases about some of its lines.
 *
 * @source R4.10, billing.md, feedback
 */
export const isAnsweredTwice = (cases: readonly FormerCase[], claim: Pick<Claim, 'lineIds'>): boolean =>
  (claim.lineIds ?? [null]).some((lineId) => answersAbout(cases, lineId) >= 2);
