import type { Duplex } from 'node:stream';
import pg from 'pg';
import { vi } from 'vitest';

/** When the connection is lost: before the statement is sent, or before its reply is read. */
export type CutMoment = 'before' | 'after';

/** A planned fault. */
export interface Cut {
  /** Whether the statement was reached. */
  readonly wasHit: boolean;
  /** Removes the fault. */
  end(): void;
}

/** Internals of a `pg` client that its types do not declare. */
interface Inner {
  readonly connectionParameters: { readonly application_name?: string };
  readonly connection: { readonly stream: Duplex };
}

const isPooled = ({ connectionParameters }: Inner): boolean =>
  connectionParameters.application_name === 'ronghui_service' ||
  connectionParameters.application_name === 'ronghui_tenant';

/** Cuts the connection at the n-th statement that the pools send from now on, transaction statements included. @source security 1.3 */
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
  // Counts and forwards: driver and database are real.
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
