import type { FastifyReply } from 'fastify';
import type { ReleaseFiles } from '#kernel/http/releases/release-files';
import type { StaticFile } from '#kernel/http/replies/static-files';

/** Where a door asks for a hash that this build does not have. */
export interface EarlierDeps {
  readonly releases: Pick<ReleaseFiles, 'find'>;
}

/** Sends a file of another release, which a page of it asks for; without one nothing is found. @source running 4.5 */
export const sendEarlier = async (
  reply: FastifyReply,
  found: Promise<StaticFile | undefined>,
  send: (file: StaticFile) => void,
): Promise<void> => {
  const file = await found;
  if (file === undefined) return reply.callNotFound();
  send(file);
};
