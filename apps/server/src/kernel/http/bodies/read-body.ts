import type { IncomingMessage } from 'node:http';
import { forgetBody, type UnfinishedBody, watchBody } from '#kernel/http/bodies/unfinished-bodies';
import { Refusal } from '#kernel/refusal';

/** Limits of a body. */
export interface BodyBounds {
  readonly maxBytes: number;
  /** Deadline for the complete body. */
  readonly deadlineMs: number;
}

/** Collects one body. Most arrive in one chunk, so the machinery for more is created when a second chunk is needed. */
class BodyReader implements UnfinishedBody {
  readonly address: string;
  readonly beganMs = performance.now();
  readonly #request: IncomingMessage;
  readonly #bounds: BodyBounds;
  readonly #resolve: (body: Buffer) => void;
  readonly #reject: (error: Error) => void;
  #first: Buffer | null = null;
  #rest: Buffer[] | null = null;
  #size = 0;
  #isOver = false;

  constructor(
    request: IncomingMessage,
    { bounds, address }: { bounds: BodyBounds; address: string },
    { resolve, reject }: { resolve: (body: Buffer) => void; reject: (error: Error) => void },
  ) {
    this.address = address;
    this.#request = request;
    this.#bounds = bounds;
    this.#resolve = resolve;
    this.#reject = reject;
    request.on('data', this.#onData);
    request.on('end', this.#onEnd);
    // A connection that is cut emits an error on the request.
    request.on('error', this.#onError);
    watchBody(this);
  }

  get deadlineMs(): number {
    return this.#bounds.deadlineMs;
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isOver) return;
    this.#size += chunk.length;
    if (this.#size > this.#bounds.maxBytes) {
      this.fail(new Refusal('RHSY413'));
    } else if (this.#first === null) this.#first = chunk;
    else {
      this.#rest ??= [];
      this.#rest.push(chunk);
    }
  };

  readonly #onEnd = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    forgetBody(this);
    const first = this.#first ?? Buffer.alloc(0);
    this.#resolve(this.#rest === null ? first : Buffer.concat([first, ...this.#rest], this.#size));
  };

  readonly #onError = (): void => this.fail(new Refusal('RHSY400'));

  fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    forgetBody(this);
    this.#request.pause();
    this.#reject(error);
  }
}

/**
 * Reads a small body completely: refuses it by its announced length before reading, by its real length as soon as the
 * limit is passed, and when it is too slow. @source security 4.14
 */
export const readBody = (request: IncomingMessage, bounds: BodyBounds, address: string): Promise<Buffer> => {
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) > bounds.maxBytes) return Promise.reject(new Refusal('RHSY413'));
  return new Promise((resolve, reject) => new BodyReader(request, { bounds, address }, { resolve, reject }));
};
