import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallHeadDeps, refuseWhenBusy } from '#kernel/http/call-head';

/** Dependencies of the guard. */
export interface ReadGuardDeps extends Pick<CallHeadDeps, 'shedding' | 'metrics' | 'callerOf' | 'checkAddress'> {
  /** Paths of assets that a loaded page needs to render; they are never refused. */
  readonly neverShed: readonly string[];
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/** These report the state of an overloaded process, or cost no more than a refusal. */
const isFree = (path: string): boolean =>
  path === '/healthz' || path === '/readyz' || path === '/metrics' || path.startsWith('/assets/');

/** Applies the limits of calls to reads: the load of the process, and the requests of an address. @source security 4.14 */
export const createReadGuard = ({ neverShed, ...deps }: ReadGuardDeps) => {
  const isKept = new Set(neverShed);
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const path = pathOf(request.url);
    try {
      if (!isFree(path)) {
        if (!isKept.has(path)) refuseWhenBusy(deps);
        const counted = deps.checkAddress(deps.callerOf(request.raw).address);
        if (counted !== undefined) {
          counted.then(() => done(), done);
          return;
        }
      }
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    done();
  };
};
