import { behaviorSteps, funnelSteps } from '@ronghui/domain/behavior';
import { invalid, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { count, day, isoTime, list, nullable, object, optional, text, whole, word } from '../shapes.ts';

/** A path, so that no input of a person is recorded or asked for. */
const pageId = () => text(64, { pattern: '^[A-Za-z0-9_./~-]+$' });
/** Days in Shanghai, both ends inclusive, 366 at most. */
const span = { from: day(), to: day() };
const read = { who: 'ops', keys: ['ops.content.read'] } as const;

/**
 * Behaviour records (R12.9): the user is the session's, never the claimed one; an event is one word and a page is a
 * path, so that no input of a person is recorded. What they amount to is read by those who read the content (R11.8).
 */
export const behaviorOperations = {
  'behavior.report': operation({
    path: '/ftc/api/behavior/report',
    summary: '上报行为记录',
    who: 'visitor',
    writes: true,
    whileReadOnly: true,
    passive: true,
    request: object({
      records: list(
        object({
          beaconEventId: text(64, { pattern: '^[A-Za-z0-9_.-]+$' }),
          beaconPageId: pageId(),
          beaconOccurTime: whole(0, 8_640_000_000_000_000),
          userId: optional(text(64)),
        }),
        { min: 1, max: 50 },
      ),
    }),
    reply: object({}),
    errors: { tooOften },
  }),
  'ops.behavior.figures': operation({
    path: '/ftc/ops/behavior/figures',
    summary: '每日访问与访客，以及从首页到下单的漏斗',
    ...read,
    /** `step` and `pageId` select the visits by day; the funnel is of all visitors. */
    request: object({ ...span, step: optional(word(behaviorSteps)), pageId: optional(pageId()) }),
    reply: object({
      /** Every day of the range. */
      days: list(object({ on: day(), visits: count(), visitors: count() })),
      /** Visitors of each day, added up, who came as far as the step, each after the one before. */
      funnel: list(object({ step: word(funnelSteps), visitors: count() })),
      /** Records that came in before this moment are counted; null before the first count. */
      countedAt: nullable(isoTime()),
    }),
    errors: { invalid },
  }),
  'ops.behavior.pages': operation({
    path: '/ftc/ops/behavior/pages',
    summary: '各页面的访问与访客',
    ...read,
    request: object({ ...span, step: optional(word(behaviorSteps)), pageId: optional(pageId()) }),
    reply: object({
      /** The most visited, up to 200. Visitors are those of each day, added up. */
      items: list(object({ pageId: pageId(), step: word(behaviorSteps), visits: count(), visitors: count() }), {
        max: 200,
      }),
      /** Visits of all other pages. */
      otherVisits: count(),
    }),
    errors: { invalid },
  }),
} satisfies Record<string, OperationSpec>;
