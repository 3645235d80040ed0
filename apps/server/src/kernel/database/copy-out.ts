import pg from 'pg';

/** The members of `pg`'s query class that its types do not declare; `copy-out.test.ts` tests them. */
interface PgQuery {
  handleError(error: Error, connection: unknown): void;
}
type Settle = (error: Error | null, result: { readonly rowCount: number | null }) => void;
const PgQuery = pg.Query as unknown as new (config: { text: string }, callback: Settle) => PgQuery;

interface Connection {
  readonly stream: { pause(): void; resume(): void };
}

/** Rows are handed on in pieces of about this size. @unit bytes */
const pieceBytes = 128 * 1024;
/** So much may wait for its reader before the connection is paused. @unit bytes */
const waitingBytes = 4 * 1024 * 1024;

/**
 * `copy … to stdout`: the rows as the database writes them, in pieces. The connection is paused while the reader is behind, so memory stays that of
 * some megabytes. It has to be read to its end, or its connection ended.
 */
export class CopyOut extends PgQuery {
  /** Settles when the statement has ended. */
  readonly count: Promise<number>;
  readonly #pieces: Buffer[] = [];
  /** The piece that is being filled, and how far it is. */
  #filling = Buffer.allocUnsafe(pieceBytes);
  #filled = 0;
  #waiting = 0;
  #paused: Connection | undefined;
  #wake: (() => void) | undefined;
  #isOver = false;
  #failure: Error | null = null;

  constructor(text: string) {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    super({ text }, (error, result) => {
      this.#isOver = true;
      this.#failure = error;
      this.#flush();
      this.#wake?.();
      if (error === null) resolve(result.rowCount ?? 0);
      else reject(error);
    });
    // Its reader gets the error, too.
    promise.catch(() => undefined);
    this.count = promise;
  }

  /** Called by `pg` for each row. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: Connection): void {
    // The connection's buffer is used again, so every row is copied.
    if (this.#filled + chunk.length > pieceBytes) this.#flush();
    if (chunk.length > pieceBytes) this.#add(Buffer.from(chunk));
    else this.#filled += chunk.copy(this.#filling, this.#filled);
    if (this.#waiting < waitingBytes || this.#paused !== undefined) return;
    this.#paused = connection;
    connection.stream.pause();
  }

  /** The rows, once. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        this.#waiting -= piece.length;
        if (this.#paused !== undefined && this.#waiting < waitingBytes / 2) {
          this.#paused.stream.resume();
          this.#paused = undefined;
        }
        yield piece;
      } else if (this.#isOver) {
        if (this.#failure !== null) throw this.#failure;
        return;
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
        this.#wake = undefined;
      }
    }
  }

  #flush(): void {
    if (this.#filled === 0) return;
    const piece = this.#filling.subarray(0, this.#filled);
    this.#filling = Buffer.allocUnsafe(pieceBytes);
    this.#filled = 0;
    this.#add(piece);
  }

  #add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    this.#wake?.();
  }
}
