import { createTracker, type QueueStorage, type Tracker } from '@ronghui/chat-kit';
import { reportBehavior } from './behavior-queries.ts';

/** The steps of the way to an order; a visit of any other page is a visit. @source R11.8, R12.9 */
export type Step = 'visit' | 'step.home' | 'step.product' | 'step.config' | 'step.order';

/** What a page's id may be long. @unit UTF-16 units */
const longestPageId = 64;

const deviceStorage = (): QueueStorage | undefined => {
  try {
    return localStorage;
  } catch {
    // Switched off: nothing is kept.
    return undefined;
  }
};

let tracker: Tracker | undefined;

const theTracker = (): Tracker => {
  if (tracker === undefined) {
    tracker = createTracker({
      send: (records) =>
        reportBehavior({ records }).catch((error: unknown) => {
          // What the contract refuses it refuses for ever, from a storage that somebody wrote in for example.
          if (Object(error).status !== 422) throw error;
        }),
      storage: deviceStorage(),
      storageKey: 'ronghui.behavior',
    });
    tracker.start();
  }
  return tracker;
};

/** What a page's id is made of: an address that somebody typed counts up to the first sign of another kind. */
const pageIdPattern = /^[A-Za-z0-9_./~-]+/;

/** Notes a visit or a step; `path` is the place in the portal, without what was searched or chosen there. */
export const noteStep = (step: Step, path: string): void => {
  const pageId = pageIdPattern.exec(path)?.[0];
  if (pageId !== undefined) theTracker().track(step, pageId.slice(0, longestPageId));
};

/** Ends the watching: between two tests. */
export const forgetVisits = (): void => {
  tracker = undefined;
};
