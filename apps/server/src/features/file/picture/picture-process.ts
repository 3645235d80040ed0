import { getPriority, setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { faultOfHead, mostPixels } from './picture-head.ts';
import type { PictureMessage, PictureResult, PictureWork } from './picture-work.ts';

// A process of its own: a decoder cannot be interrupted, a process can be ended, and its memory goes with it. Started by `picture-place.ts`.

const jpegQuality = 90;
/** Behind the event loop, but not so far that a busy machine leaves it nothing. */
const niceness = 5;
/** How often the time that a picture has taken is looked at. @unit ms */
const watchMs = 50;

// A server that was started further behind may not be raised above itself: the system refuses it.
setPriority(Math.max(niceness, getPriority()));
sharp.cache(false);
sharp.concurrency(1);

/** Upright, in sRGB, without metadata such as place and device. */
const redrawn = (picture: Sharp, kind: PictureWork['kind']): Promise<Buffer> => {
  const upright = picture.autoOrient().toColourspace('srgb');
  return (kind === 'png' ? upright.png() : upright.jpeg({ quality: jpegQuality })).toBuffer();
};

const resultOf = async ({ bytes: sent, kind, does }: PictureWork): Promise<PictureResult> => {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const fault = faultOfHead(bytes, kind);
  if (fault !== null) return fault;
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true });
    if ((await picture.metadata()).format !== kind) return { fault: 'broken' };
    if (does === 'redraw') return { bytes: await redrawn(picture, kind) };
    await picture.stats();
    return { bytes: null };
  } catch {
    return { fault: 'broken' };
  }
};

/** Processor time, because the machine may be busy with other things. @unit ms */
const spentMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const send = (message: PictureMessage): void => void process.send?.(message);

// The server says when this process ends; a signal to the whole group would end it in the middle of a picture.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// `process.exit` would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (work: PictureWork) => {
  const began = process.cpuUsage();
  // The decoder goes on beside this loop; the server ends the process.
  const watch = setInterval(() => {
    if (spentMs(began) > work.mostMs) send({ result: { fault: 'tooSlow' } });
  }, watchMs);
  void resultOf(work).then((result) => {
    clearInterval(watch);
    send({ result });
  });
});
send({ ready: true });
