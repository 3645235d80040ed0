import type { Duplex } from 'node:stream';
import pg from 'pg';
import { vi } from 'vitest';

/** When the connection is lost: before the database hears of the statement, or before its answer is read. */
export type CutMoment = 'before' | 'after';

/** A fault that waits for its statement. */
export interface Cut {
  /** Whether the statement came. */
  readonly wasHit: boolean;
  /** Takes the fault away. */
  end(): void;
}

/** What `pg` keeps of a client; its types do not say. */
interface Inner {
  readonly connectionParameters: { readonly application_name?: string };
  readonly connection: { readonly stream: Duplex };
}

const isPooled = ({ connectionParameters }: Inner): boolean =>
  connectionParameters.application_name === 'ronghui_service' ||
  connectionParameters.application_name === 'ronghui_tenant';

/** Loses the connection at the n-th statement that the pools send from now on, marks of transactions counted. @source security 1.3 */
export const cutAt = (n: number, moment: CutMoment): Cut => {
  // Called with its own client below.
  const query = Reflect.get(pg.Client.prototype, 'query') as typeof pg.Client.prototype.query;
  let sent = 0;
  const cut = (client: Inner) => {
    const { stream } = client.connection;
    if (moment === 'before') {
      stream.destroy();
      return;
    }
    stream.removeAllListeners('data');
    stream.once('data', () => stream.destroy());
  };
  // Counts and calls through: the driver and the database are the real ones.
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function counted(
    this: pg.Client,
    ...given: unknown[]
  ) {
    const client = this as unknown as Inner;
    if (isPooled(client)) sent += 1;
    const isIt = isPooled(client) && sent === n;
    if (isIt && moment === 'before') cut(client);
    const answer: unknown = Reflect.apply(query, this, given);
    if (isIt && moment === 'after') cut(client);
    return answer;
  } as never);
  return {
    get wasHit() {
      return sent >= n;
    },
    end: () => spy.mockRestore(),
  };
};
