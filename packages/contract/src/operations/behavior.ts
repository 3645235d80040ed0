import { tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { list, object, optional, text, whole } from '../shapes.ts';

/**
 * Behaviour records (R12.9): the user is the session's, never the claimed one; an event is one word and a page is a
 * path, so that no input of a person is recorded.
 */
export const behaviorOperations = {
  'behavior.report': operation({
    path: '/ftc/api/behavior/report',
    summary: '上报行为记录',
    who: 'visitor',
    writes: true,
    passive: true,
    request: object({
      records: list(
        object({
          beaconEventId: text(64, { pattern: '^[A-Za-z0-9_.-]+$' }),
          beaconPageId: text(64, { pattern: '^[A-Za-z0-9_./~-]+$' }),
          beaconOccurTime: whole(0, 8_640_000_000_000_000),
          userId: optional(text(64)),
        }),
        { min: 1, max: 50 },
      ),
    }),
    reply: object({}),
    errors: { tooOften },
  }),
} satisfies Record<string, OperationSpec>;
