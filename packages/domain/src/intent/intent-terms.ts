import type { IntentStatus } from './fold-intent.ts';
import { type Intent, noTradeAfterMs } from './intent-fact.ts';

/** How long a payer may pay; an intent never lasts longer than thirty minutes. @unit milliseconds @source receipts 4.2 */
export const intentLastsMs = 10 * 60_000;

/** With less time left, no payer is shown an intent again. @unit milliseconds */
export const leastLeftMs = 60_000;

const open: readonly IntentStatus[] = ['created', 'shown', 'unknown'];

/** Whether it is not known yet that an intent is over: its bill stands in no other. @source receipts 4.2 */
export const isOpenIntent = (status: IntentStatus): boolean => open.includes(status);

/** The status of an intent now, by the one that was stored with its last fact: after its end nothing is known without evidence. */
export const intentStatusAt = (stored: IntentStatus, { end }: Pick<Intent, 'end'>, now: Date): IntentStatus =>
  isOpenIntent(stored) && now.getTime() >= end.getTime() ? 'unknown' : stored;

const [firstSec, mostSec, lastingSec] = [10, 600, 7 * 86_400];

/**
 * In how many seconds the channel is asked again; null where all is known. Each question waits twice as long as the one before, up to ten minutes, and
 * after a week an hour; but none passes the moment at which the payer can pay no more, nor that at which "no such trade" is evidence.
 *
 * @source receipts 4.2
 */
export const askAgainSec = (
  status: IntentStatus,
  { end, now, tries }: { readonly end: Date; readonly now: Date; readonly tries: number },
): number | null => {
  if (!isOpenIntent(status)) return null;
  if (now.getTime() - end.getTime() > lastingSec * 1000) return 3600;
  const waitSec = Math.min(mostSec, firstSec * 2 ** Math.min(tries, 10));
  const momentsSec = [0, noTradeAfterMs].map((ms) => Math.ceil((end.getTime() + ms - now.getTime()) / 1000));
  return Math.min(waitSec, ...momentsSec.filter((seconds) => seconds > 0));
};
