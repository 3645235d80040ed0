import type { Input, OperationId, Output } from '@ronghui/contract';
import type { VisitorContext } from '#kernel/calls/context';
import type { Registry } from '#kernel/calls/registry';
import type { Database } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';

/** Reads content as a visitor sees it, for pages that the server renders: the operation's own handler and reply filter. */
export type ContentRead = <Id extends OperationId>(id: Id, payload: Input<Id>) => Promise<Output<Id>>;

/** The context of a content handler: there is no caller. */
type ContentContext = Pick<VisitorContext, 'db' | 'now' | 'ports' | 'requestId' | 'address'> & {
  fail(reason: string): never;
};

/** The content does not exist, for instance before the first import. */
export class ContentMissing extends Error {
  override readonly name = 'ContentMissing';
}

/** Makes the reader. It accepts only content operations, whose replies depend on content and payload alone. */
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
