import { once } from 'node:events';
import pg from 'pg';
import type { Result } from '#kernel/database/statement';

/** The members of `pg`'s query class and connection that its types do not declare; `copy-in.test.ts` tests them. */
interface PgQuery {
  handleError(error: Error, connection: unknown): void;
}
type Settle = (error: Error | null, result: Result) => void;
const PgQuery = pg.Query as unknown as new (config: { text: string }, callback: Settle) => PgQuery;

interface CopyConnection {
  readonly stream: NodeJS.WritableStream & { readonly writableNeedDrain: boolean };
  sendCopyFromChunk(piece: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** What waits for the database, so that a silent one is noticed: begun and ended around each wait. */
export interface CopyWatch {
  begin(): void;
  end(): void;
}

/**
 * `copy … from stdin` with rows that arrive piece by piece: the next piece is asked for when the connection has taken the one before. When the rows
 * fail, nothing of them is stored and their error is the statement's.
 */
export class CopyIn extends PgQuery {
  readonly result: Promise<Result>;
  readonly #pieces: AsyncIterable<Uint8Array>;
  readonly #watch: CopyWatch;
  #isOver = false;

  constructor(text: string, pieces: AsyncIterable<Uint8Array>, watch: CopyWatch) {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    super({ text }, (error, result) => {
      this.#isOver = true;
      watch.end();
      if (error === null) resolve(result);
      else reject(this.failure ?? error);
    });
    this.result = promise;
    this.#pieces = pieces;
    this.#watch = watch;
    watch.begin();
  }

  /** Why the rows ended before their end. */
  failure: unknown;

  /** Called by `pg` when the server is ready for rows. */
  handleCopyInResponse(connection: CopyConnection): void {
    this.#watch.end();
    void this.#send(connection);
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const piece of this.#pieces) {
        // The server has refused the rows before: nothing more is sent.
        if (this.#isOver) return;
        connection.sendCopyFromChunk(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
        if (!connection.stream.writableNeedDrain) continue;
        this.#watch.begin();
        await once(connection.stream, 'drain');
        this.#watch.end();
      }
      if (this.#isOver) return;
      this.#watch.begin();
      connection.endCopyFrom();
    } catch (error) {
      this.failure = error;
      if (this.#isOver) return;
      this.#watch.begin();
      connection.sendCopyFail('the rows failed');
    }
  }
}
