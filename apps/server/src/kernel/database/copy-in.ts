import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Result } from '#kernel/database/statement';

/** The members of `pg`'s query class and connection that its types do not declare; `copy-in.test.ts` tests them. */
interface PgQuery {
  handleError(error: Error, connection: unknown): void;
}
type Settle = (error: Error | null, result: Result) => void;
const PgQuery = pg.Query as unknown as new (config: { text: string }, callback: Settle) => PgQuery;

interface CopyConnection {
  readonly stream: Writable;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const headBytes = 5;

/**
 * Writes a piece as a message `CopyData` of the protocol, and waits until the system has taken it. `pg` would copy the piece twice, and hundreds of
 * such copies would wait for a collection.
 */
const writeCopyData = (stream: Writable, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const head = Buffer.alloc(headBytes);
    head.write('d');
    head.writeInt32BE(piece.length + headBytes - 1, 1);
    stream.cork();
    stream.write(head);
    stream.write(piece, (error) => (error == null ? resolve() : reject(error)));
    stream.uncork();
  });

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
        this.#watch.begin();
        await writeCopyData(connection.stream, piece);
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
