import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { CallReply, UploadedFile } from '#kernel/calls/call';
import type { Envelope } from '#kernel/calls/envelope/signature';
import { emptyEnvelope, fillField } from '#kernel/http/bodies/form';
import { createPartHeadCheck } from '#kernel/http/bodies/part-heads';
import { forgetBody, type UnfinishedBody, watchBody } from '#kernel/http/bodies/unfinished-bodies';
import { Refusal, wrongFields } from '#kernel/refusal';

/** Limits of an upload. */
export interface UploadBounds {
  /** Of the file. */
  readonly maxBytes: number;
  /** Of one field before it. */
  readonly fieldBytes: number;
  /** Deadline for the fields and the beginning of the file. @unit ms */
  readonly deadlineMs: number;
  /** Maximum time without a byte of the file, and the lead that a slow line has at its beginning. @unit ms */
  readonly idleMs: number;
}

/**
 * What a line brings at least once its lead is used up: 20 MB in a good twenty minutes. A line that brings a byte now and then holds what the call
 * holds for nothing. @unit bytes in a second
 */
const leastRate = 16 * 1024;
const paceCheckMs = 5000;

/** Of the head of one part. */
const partHeadBytes = 4096;

const partLimits = {
  fields: 6,
  fieldNameSize: 20,
  files: 1,
  parts: 8,
  headerPairs: 20,
  headerSize: partHeadBytes + 1,
};

/** Puts one field of a body into the envelope under construction; a duplicate or unknown name is a 400. */
export type FillField = (envelope: ReturnType<typeof emptyEnvelope>, name: string, value: string) => void;

/** Whether a Content-Type is that of an upload. */
export const isUploadType = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^multipart\/form-data *; *boundary=.{1,80}$/i.test(contentType);

const wrongFile = (message: string): Refusal => wrongFields([{ path: 'file', message }]);

/** The file's description in `data`; its form is validated with the rest of the payload. */
const announcedIn = (data: string | null): Pick<UploadedFile, 'name' | 'size' | 'sha256'> => {
  let announced: { readonly name?: unknown; readonly size?: unknown; readonly sha256?: unknown } = {};
  try {
    announced = Object(JSON.parse(data ?? ''));
  } catch {
    // Dispatch answers 400.
  }
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { name: textOf(announced.name), size: Number(announced.size ?? -1), sha256: textOf(announced.sha256) };
};

/** A cut stream is a malformed request and not an internal error. A reader that stops early, as on a full disk, leaves the stream as it is: it was not cut. */
const piecesOf = async function* (stream: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw new Refusal('RHSY400');
  }
};

/** The bytes as they arrive; they must match `data`, and nothing may follow them. */
const checkedBytes = async function* (
  stream: BusboyFileStream,
  announced: Pick<UploadedFile, 'size' | 'sha256'>,
  ended: Promise<void>,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of piecesOf(stream)) {
    size += chunk.length;
    if (size > announced.size) throw wrongFile('文件与声明的大小不一致');
    digest.update(chunk);
    yield chunk;
  }
  if (stream.truncated) throw new Refusal('RHSY413');
  await ended;
  if (size !== announced.size) throw wrongFile('文件与声明的大小不一致');
  if (digest.digest('hex') !== announced.sha256) throw wrongFile('文件与声明的摘要不一致');
};

/** Watches the line of a file from its beginning: bytes must come, and enough of them. */
const watchLine = (idleMs: number, giveUp: () => void) => {
  let idle: NodeJS.Timeout | undefined;
  let pace: NodeJS.Timeout | undefined;
  let received = 0;
  return {
    begin: () => {
      const beganMs = performance.now();
      idle = setTimeout(giveUp, idleMs);
      pace = setInterval(() => {
        if (performance.now() - beganMs > idleMs + (received / leastRate) * 1000) giveUp();
      }, paceCheckMs);
    },
    came: (bytes: Buffer) => {
      received += bytes.length;
      idle?.refresh();
    },
    stop: () => {
      clearTimeout(idle);
      clearInterval(pace);
    },
  };
};

/**
 * Reads an upload: the envelope's fields first, with a form's deadline, then one part named `file`, last. The call
 * starts when the file begins and reads its bytes as they arrive; a file before the envelope, a second file, or a field
 * after it is refused.
 *
 * @source contract 1, security 4.2
 */
export const readUpload = (
  request: IncomingMessage,
  {
    bounds,
    address,
    fill = fillField,
  }: { readonly bounds: UploadBounds; readonly address: string; readonly fill?: FillField | undefined },
  run: (envelope: Envelope, upload: UploadedFile) => Promise<CallReply>,
): Promise<CallReply> =>
  new Promise((resolve, reject) => {
    const envelope = emptyEnvelope();
    const limits = { ...partLimits, fieldSize: bounds.fieldBytes, fileSize: bounds.maxBytes };
    const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' };
    const parser = new Busboy({ headers, limits });
    const end = Promise.withResolvers<void>();
    end.promise.catch(() => undefined);
    let hasFile = false;
    let isRefused = false;

    const line = watchLine(bounds.idleMs, () => fail(new Refusal('RHSY408')));
    const stop = () => {
      forgetBody(fields);
      line.stop();
      request.off('data', checkHeads);
      request.off('data', line.came);
      request.unpipe(parser);
      request.pause();
    };
    let file: BusboyFileStream | undefined;
    const fail = (error: Error) => {
      isRefused = true;
      stop();
      // Otherwise the handler would wait for the rest of the file for ever, with its resources open.
      file?.destroy(error);
      end.reject(error);
      reject(error);
    };
    const malformed = () => fail(new Refusal('RHSY400'));
    const fields: UnfinishedBody = { address, beganMs: performance.now(), deadlineMs: bounds.deadlineMs, fail };
    watchBody(fields);

    parser.on('field', (name, value, nameCut, valueCut) => {
      if (hasFile || nameCut || valueCut) return malformed();
      try {
        fill(envelope, name, value);
      } catch (error) {
        fail(error instanceof Error ? error : new Refusal('RHSY400'));
      }
    });
    parser.on('file', (name, stream) => {
      // Also when nobody reads the stream any more.
      stream.on('error', malformed);
      // The parser goes on to the end of the piece in which a fault stands: such a call is not begun.
      if (isRefused || hasFile || name !== 'file' || envelope.data === null) {
        stream.resume();
        return malformed();
      }
      hasFile = true;
      request.off('data', checkHeads);
      file = stream;
      forgetBody(fields);
      line.begin();
      const announced = announcedIn(envelope.data);
      const body = checkedBytes(stream, announced, end.promise);
      run(envelope, { ...announced, body }).then((reply) => {
        // A refused call leaves the rest of the body unread.
        stop();
        resolve(reply);
      }, fail);
    });
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(event, malformed);
    parser.on('error', malformed);
    parser.on('finish', () => {
      // The body is complete: the remaining time is the handler's, not the client's.
      line.stop();
      end.resolve();
      if (!hasFile) malformed();
    });
    const checkHeads = createPartHeadCheck(headers['content-type'], partHeadBytes, malformed);
    request.on('data', checkHeads);
    request.on('data', line.came);
    request.once('end', () => request.off('data', line.came));
    request.once('error', malformed);
    request.pipe(parser);
  });
