import type { Input, OperationId, Output } from '@ronghui/contract';
import type { VisitorContext } from '#kernel/calls/context';
import type { Registry } from '#kernel/calls/registry';
import type { Database } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';

/** Reads content as a visitor would see it, for pages that the server makes itself: the operation's own handler and reply filter. */
export type ContentRead = <Id extends OperationId>(id: Id, payload: Input<Id>) => Promise<Output<Id>>;

/** What a content handler may look at: no caller stands behind it. */
type ContentContext = Pick<VisitorContext, 'db' | 'now' | 'ports' | 'requestId' | 'address'> & {
  fail(reason: string): never;
};

/** Nobody has written what was asked for: so it is before the first import. */
export class ContentMissing extends Error {
  override readonly name = 'ContentMissing';
}

/** Builds the reader. Content operations alone: their replies depend on content and payload and on nothing else. */
export const createContentRead = (registry: Registry, database: Database, ports: Ports): ContentRead => {
  const fail = (reason: string): never => {
    throw new ContentMissing(`content could not be read: ${reason}`);
  };
  return async (id, payload) => {
    const operation = registry.byId(id);
    if (operation?.spec.content !== true) throw new Error(`${id} is no content`);
    const context: ContentContext = {
      db: database.reading('service'),
      now: ports.clock.now(),
      ports,
      requestId: '',
      address: '',
      fail,
    };
    // The registry paired handler and declaration; the filter gives the declared reply.
    return operation.filterReply(await operation.handler(payload as never, context as never)) as Output<typeof id>;
  };
};
