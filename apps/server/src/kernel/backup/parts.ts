import { createHash } from 'node:crypto';
import { type Duplex, pipeline, Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress, constants as zlib } from 'node:zlib';
import { StartRefused } from '#kernel/setup/start-refused';
import type { Opener, Sealer } from './encryption.ts';
import type { PartFacts } from './manifest.ts';
import type { BackupTarget } from './target.ts';

/** What a part holds at most, before it is compressed. @unit bytes */
const partBytes = 256 * 1024 * 1024;
/** Rows shrink to a fifth by the fastest level, and to little less by slower ones. */
const level = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };

/**
 * The bytes as a stream of Node changes them. `compose` would end the program now and then: what it made reports an abort when its end is read
 * before it has noticed that its source is over.
 */
const through = (bytes: AsyncIterable<Uint8Array>, work: Duplex): AsyncIterable<Uint8Array> => {
  // A failure of either reaches the reader.
  pipeline(Readable.from(bytes, { objectMode: false }), work, () => undefined);
  return work;
};

/** The bytes as they go by, counted and digested. */
const measured = (bytes: AsyncIterable<Uint8Array>) => {
  const digest = createHash('sha256');
  const facts = { bytes: 0, sha256: '' };
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      digest.update(piece);
      facts.bytes += piece.byteLength;
      yield piece;
    }
    facts.sha256 = digest.digest('hex');
  };
  return { body: body(), facts };
};

/** Puts bytes under a name, compressed, and encrypted where there is a recipient. */
export const putPart = async (
  target: BackupTarget,
  seal: Sealer | null,
  { name, bytes }: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> },
): Promise<PartFacts> => {
  const compressed = through(bytes, createZstdCompress(level));
  const { body, facts } = measured(seal === null ? compressed : seal(compressed));
  await target.put(name, body);
  return { name, ...facts };
};

/** Puts what may be long as parts, none of which is larger than some hundred megabytes; nothing where it is empty. */
export const putParts = async (
  target: BackupTarget,
  seal: Sealer | null,
  { name, bytes }: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> },
): Promise<PartFacts[]> => {
  const pieces = bytes[Symbol.asyncIterator]();
  const parts: PartFacts[] = [];
  let next = await pieces.next();
  while (next.done !== true) {
    const ofPart = async function* (): AsyncGenerator<Uint8Array> {
      for (let size = 0; next.done !== true && size < partBytes; next = await pieces.next()) {
        size += next.value.byteLength;
        yield next.value;
      }
    };
    const suffix = seal === null ? 'zst' : 'zst.age';
    parts.push(await putPart(target, seal, { name: `${name}.${parts.length + 1}.${suffix}`, bytes: ofPart() }));
  }
  return parts;
};

const changed = (name: string): StartRefused =>
  new StartRefused(`备份中的 ${name} 与清单不符（被改动或已损坏）：没有恢复。`);

/** The bytes of a part as they lie there; they end with a refusal unless they are those of the manifest. */
const asItLies = async function* (
  target: BackupTarget,
  { name, bytes, sha256 }: PartFacts,
): AsyncGenerator<Uint8Array> {
  const body = await target.get(name);
  if (body === null) throw new StartRefused(`备份不完整：${target.place} 中没有 ${name}。`);
  const digest = createHash('sha256');
  let size = 0;
  for await (const piece of body) {
    digest.update(piece);
    size += piece.byteLength;
    if (size > bytes) throw changed(name);
    yield piece;
  }
  if (size !== bytes || digest.digest('hex') !== sha256) throw changed(name);
};

/** Reads a part to its end and compares it, without opening it. */
export const checkPart = async (target: BackupTarget, part: PartFacts): Promise<void> => {
  for await (const _ of asItLies(target, part)) {
    // Only its end says whether it is what was written.
  }
};

const opened = (open: Opener | null, lying: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  through(open === null ? lying : open(lying), createZstdDecompress());

/** What was put as parts, opened and as it was. */
export const readParts = async function* (
  target: BackupTarget,
  open: Opener | null,
  parts: readonly PartFacts[],
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    try {
      yield* opened(open, asItLies(target, part));
    } catch (error) {
      // What cannot be opened is seldom what was written: that is the better reason.
      if (!(error instanceof StartRefused)) await checkPart(target, part);
      throw error;
    }
  }
};

/** What was put under a name, opened and as it was; nothing says what it has to be. */
export const openPart = async function* (
  target: BackupTarget,
  open: Opener | null,
  name: string,
): AsyncGenerator<Uint8Array> {
  const body = await target.get(name);
  if (body === null) throw new StartRefused(`备份不完整：${target.place} 中没有 ${name}。`);
  yield* opened(open, body);
};
