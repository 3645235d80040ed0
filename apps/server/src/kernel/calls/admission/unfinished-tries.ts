import type { TryDecision } from '@ronghui/domain/identity/login-lock';
import type { VisitorContext } from '#kernel/calls/context';
import type { UnfinishedTries } from '#kernel/ports';

/** Makes the notes of one process. */
export const createUnfinishedTries = (): UnfinishedTries => {
  const noted = new Map<string, Promise<void>>();
  return {
    begin(subject) {
      const { promise, resolve } = Promise.withResolvers<void>();
      noted.set(subject, promise);
      return () => {
        if (noted.get(subject) === promise) noted.delete(subject);
        resolve();
      };
    },
    async wait(subject) {
      const promise = noted.get(subject);
      await promise;
      return promise !== undefined;
    },
  };
};

/**
 * Counts a try. One that meets a lock which a try of another call has set in advance waits for that call's end and is counted anew: several right
 * passwords at once lock nobody out. `reserve` calls `setsLock` inside its transaction, before others can see the lock.
 *
 * @source R4.5, R8.6
 */
export const countTry = async <Decision extends TryDecision>(
  { ports: { tries }, onEnd }: Pick<VisitorContext, 'ports' | 'onEnd'>,
  subject: string,
  reserve: (setsLock: () => void) => Promise<Decision>,
): Promise<Decision> => {
  for (;;) {
    const decision = await reserve(() => onEnd(tries.begin(subject)));
    if (decision.ok || !(await tries.wait(subject))) return decision;
  }
};
