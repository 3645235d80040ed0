/**
 * Customer service (客服): what happens between a customer's question and its end is a reception (接待), because a session is a login.
 *
 * 机器人 → 排队 → 接待中 → 已结束; 留言 where nobody came, which waits for its answer. After the end the next message opens the next reception.
 *
 * @source R12.11, service 1.4
 */

import { recallMinutes } from './chat/recall.ts';

export { asksForPerson, bestPart, partsOf, shortened } from './chat/robot.ts';

export const receptionStates = ['robot', 'waiting', 'serving', 'ended', 'left'] as const;
export type ReceptionState = (typeof receptionStates)[number];

/** What the desk keeps beside the messages: words for colleagues, that a reception was given to one of them, or given back. @source service 1.3, service 5.2 */
export const noteKinds = ['note', 'transfer', 'giveBack'] as const;
export type NoteKind = (typeof noteKinds)[number];

/** What a customer may send in a while. @source service 2.6 */
export const chatBurst = { messages: 10, seconds: 10 } as const;

/** How long both sides may be silent before a reception ends. @source service 1.4 */
export const silenceMinutes = 30;

/** How long the words of a visitor are kept; those of a tenant's users as long as a limit says. @unit days @source service 3.5 */
export const visitorChatDays = 180;

/** After how many of them the customer reads that the reception is about to end. @source service 1.4 */
export const announcedMinutes = 25;

const minuteMs = 60_000;

/** What is done with a reception: by the customer or the robot, by staff, and by time. */
export const receptionActions = ['handOver', 'take', 'transfer', 'giveBack', 'leave', 'end'] as const;
export type ReceptionAction = (typeof receptionActions)[number];

/** To which state each step leads, from those in which it changes something. */
const steps: Readonly<Record<ReceptionAction, Readonly<Partial<Record<ReceptionState, ReceptionState>>>>> = {
  handOver: { robot: 'waiting' },
  take: { waiting: 'serving', left: 'serving' },
  transfer: { serving: 'serving' },
  giveBack: { serving: 'waiting' },
  leave: { waiting: 'left' },
  end: { robot: 'ended', waiting: 'ended', serving: 'ended', left: 'ended' },
};

/** The states in which a step is over already: it is answered again and changes nothing. */
const done: Readonly<Partial<Record<ReceptionAction, readonly ReceptionState[]>>> = {
  handOver: ['waiting', 'serving', 'left'],
};

export type ReceptionOutcome =
  | { readonly ok: true; readonly to: ReceptionState }
  | { readonly ok: false; readonly reason: 'ended' | 'notAllowed' };

/**
 * The state after a step; the same one where the step was done before.
 *
 * @reason ended       the reception is over
 * @reason notAllowed  another state does not allow it
 * @source service 1.4
 */
export const stepReception = (state: ReceptionState, action: ReceptionAction): ReceptionOutcome => {
  const to = steps[action][state];
  if (to !== undefined) return { ok: true, to };
  if (done[action]?.includes(state) === true) return { ok: true, to: state };
  return { ok: false, reason: state === 'ended' ? 'ended' : 'notAllowed' };
};

/** When the silence of both sides ends a reception; null where it waits for somebody, or is over. */
export const silenceEndOf = (state: ReceptionState, spokenAt: Date): Date | null =>
  state === 'robot' || state === 'serving' ? new Date(spokenAt.getTime() + silenceMinutes * minuteMs) : null;

/** The state that the clock says, whether a job has stored it or not. @source service 1.4 */
export const presentReception = (state: ReceptionState, spokenAt: Date, now: Date): ReceptionState => {
  const end = silenceEndOf(state, spokenAt);
  return end !== null && end <= now ? 'ended' : state;
};

/** Whether silence is about to end a reception: from `announcedMinutes` on, until it has. @source service 1.4 */
export const nearsEnd = (state: ReceptionState, spokenAt: Date, now: Date): boolean =>
  (state === 'robot' || state === 'serving') &&
  now.getTime() - spokenAt.getTime() >= announcedMinutes * minuteMs &&
  presentReception(state, spokenAt, now) !== 'ended';

/** Whether a message may still be taken back. @source service 1.3 */
export const mayRecall = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() <= recallMinutes * minuteMs;

/** How long a reception may be rated after its end. @source service 1.4 */
const rateableDays = 7;

/** Whether a reception may still be rated: it has ended, not long ago. */
export const mayRate = (endedAt: Date | null, now: Date): boolean =>
  endedAt !== null && now.getTime() - endedAt.getTime() <= rateableDays * 24 * 60 * minuteMs;

/**
 * How long a customer waits before the next message, by when the last ones were sent, the newest first; 0 where none is too many.
 *
 * @unit seconds
 * @source service 2.6
 */
export const burstWaitSec = (sentAt: readonly Date[], now: Date): number => {
  const oldest = sentAt[chatBurst.messages - 1];
  if (oldest === undefined) return 0;
  return Math.max(0, Math.ceil((oldest.getTime() + chatBurst.seconds * 1000 - now.getTime()) / 1000));
};
