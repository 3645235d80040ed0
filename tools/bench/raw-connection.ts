import { connect, type Socket } from 'node:net';

/** The fields of one reply that a load needs. */
export interface RawReply {
  readonly status: number;
  /** From the first byte written to the last byte read. @unit ms */
  readonly ms: number;
  /** All bytes, head and body. */
  readonly bytes: Buffer;
}

const headEnd = '\r\n\r\n';
const statusAt = 'HTTP/1.1 '.length;
const zero = 0x30;
const timeoutMs = 30_000;

const statusOf = (bytes: Buffer): number =>
  [...bytes.subarray(statusAt, statusAt + 3)].reduce((sum, digit) => sum * 10 + digit - zero, 0);

/**
 * A keep-alive HTTP/1.1 connection with one request at a time and without a library, so that the load process costs little beside the
 * server. It only reads replies with a Content-Length, which the server and its rivals send.
 */
export class RawConnection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #got = 0;
  /** The length of the reply; 0 until its head is read. @unit bytes */
  #need = 0;
  #sentMs = 0;
  #onReply: ((reply: RawReply) => void) | null = null;
  #onFault: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no reply in time')));
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the connection was closed')));
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  send(request: Buffer): Promise<RawReply> {
    return new Promise((resolve, reject) => {
      this.#onFault = reject;
      this.#onReply = resolve;
      this.#write(request);
    });
  }

  /** Sends the requests of `next` one after the other, until it returns undefined. */
  drive(next: () => Buffer | undefined, onReply: (reply: RawReply) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = () => {
        const request = next();
        if (request === undefined) resolve();
        else this.#write(request);
      };
      this.#onFault = reject;
      this.#onReply = (reply) => {
        onReply(reply);
        step();
      };
      step();
    });
  }

  close(): void {
    this.#onFault = null;
    this.#socket.destroy();
  }

  #write(request: Buffer): void {
    if (this.#socket.destroyed) return this.#fail(new Error('the connection was closed'));
    this.#sentMs = performance.now();
    this.#socket.write(request);
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#got += chunk.length;
    if (this.#need === 0) this.#readHead();
    if (this.#need === 0 || this.#got < this.#need) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#got = 0;
    this.#need = 0;
    this.#onReply?.({ status: statusOf(bytes), ms: performance.now() - this.#sentMs, bytes });
  }

  #readHead(): void {
    const start = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const end = start?.indexOf(headEnd) ?? -1;
    if (start === undefined || end < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(start.toString('latin1', 0, end))?.[1];
    if (length === undefined) this.#fail(new Error(`a reply without a length: ${start.toString('latin1', 0, end)}`));
    else this.#need = end + headEnd.length + Number(length);
  }

  #fail(error: Error): void {
    this.#onFault?.(error);
    this.#onFault = null;
  }
}

/** The bytes of a signed gateway call. */
export const postBytes = (path: string, body: string, cookie: string): Buffer =>
  Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      `cookie: ${cookie}`,
      'content-type: application/x-www-form-urlencoded; charset=UTF-8',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );

/** The bytes of a plain GET. */
export const getBytes = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
