import { createTracker, type QueueStorage, type Tracker } from '@ronghui/chat-kit';
import { reportBehavior } from './behavior-queries.ts';

/** The steps that lead to an order; any other page is a visit. @source R11.8, R12.9 */
export type Step = 'visit' | 'step.home' | 'step.product' | 'step.config' | 'step.order';

/** The maximum length of a page's id. @unit UTF-16 units */
const longestPageId = 64;

const deviceStorage = (): QueueStorage | undefined => {
  try {
    return localStorage;
  } catch {
    // The storage is switched off, so nothing is kept.
    return undefined;
  }
};

let tracker: Tracker | undefined;

const currentTracker = (): Tracker => {
  if (tracker === undefined) {
    tracker = createTracker({
      send: (records) =>
        reportBehavior({ records }).catch((error: unknown) => {
          // The contract would refuse an invalid record each time; the storage may contain such records.
          if (Object(error).status !== 422) throw error;
        }),
      storage: deviceStorage(),
      storageKey: 'ronghui.behavior',
    });
    tracker.start();
  }
  return tracker;
};

/** The characters of a page's id; a typed address is cut at the first other character. */
const pageIdPattern = /^[A-Za-z0-9_./~-]+/;

/** Records a visit or a step; `path` is the path in the portal, without its search. */
export const noteStep = (step: Step, path: string): void => {
  const pageId = pageIdPattern.exec(path)?.[0];
  if (pageId !== undefined) currentTracker().track(step, pageId.slice(0, longestPageId));
};

/** Ends the tracker, between two tests. */
export const forgetVisits = (): void => {
  tracker = undefined;
};
