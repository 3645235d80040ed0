import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { contentOperations, Input, Output } from '@ronghui/contract';
import { kindOfName } from '@ronghui/domain/file-kind';
import { examine, storageDown } from '#features/file/file.steps';
import { addMedia, type MediaFile } from '#features/site/site.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { onStorage, StorageFailed } from '#kernel/files/storage';
import type { IncomingFile } from '#kernel/ports';
import { largestMedia, mediaFault, mediaTypes } from '../content-media.ts';

type Uploading = HandlerContext<(typeof contentOperations)['ops.content.upload']>;

const kinds = {
  png: { ending: 'png', mime: 'image/png' },
  jpeg: { ending: 'jpg', mime: 'image/jpeg' },
} as const;

const sounds = ['mp3', 'm4a'] as const;

/** The kind of sound that a file is by its name. */
const soundOf = (name: string) => sounds.find((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** Published under the digest of its bytes; the name in an export says nothing of what the file was called. */
const mediaOf = (bytes: Buffer, { ending, mime }: { ending: string; mime: string }, what: string): MediaFile => ({
  name: `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${ending}`,
  mime,
  bytes,
  sourcePath: `console/${what}.${ending}`,
});

/** Refuses what a scanner finds, or could not look at. */
const refuseUnclean = async (incoming: IncomingFile, { ports, fail }: Uploading): Promise<void> => {
  const verdict = ports.scan === null ? 'clean' : await ports.scan(incoming.path);
  if (verdict === 'clean') return;
  const message = verdict === 'infected' ? '文件未通过安全检查，不能上传' : '安全检查暂时不可用，请稍后再试';
  fail('invalid', wrongField('file', message));
};

/** Receives a sound whose bytes begin as its kind does; it is played as it is. */
const receiveSound = async (
  incoming: IncomingFile,
  ending: (typeof sounds)[number],
  context: Uploading,
): Promise<MediaFile> => {
  await incoming.write(context.upload.body);
  const bytes = await onStorage(() => readFile(incoming.path));
  const fault = await mediaFault(bytes, ending);
  if (fault !== null) return context.fail('invalid', wrongField('file', fault));
  await refuseUnclean(incoming, context);
  return mediaOf(bytes, { ending, mime: mediaTypes[ending] ?? '' }, 'sound');
};

/** Receives a picture and examines it: it is rendered again, without what a camera wrote into it. */
const receivePicture = async (incoming: IncomingFile, context: Uploading): Promise<MediaFile> => {
  const { upload, staffId, fail } = context;
  await incoming.write(upload.body);
  const owner = `staff:${staffId}`;
  const examined = await onStorage(() => examine(incoming.path, upload.name, { use: 'attached', owner }));
  if (!examined.ok) return fail(examined);
  const { kind, redrawn } = examined;
  if ((kind !== 'png' && kind !== 'jpeg') || redrawn === null) {
    return fail('invalid', wrongField('file', '请上传 PNG 或 JPEG 图片'));
  }
  await refuseUnclean(incoming, context);
  if (redrawn.length > largestMedia) return fail('tooLarge');
  return mediaOf(redrawn, kinds[kind], 'picture');
};

/** Stores a picture or a sound for content: examined like every upload, and published under the digest of its bytes. @source R11.3, security 4.8 */
export const storePicture = async (
  { name, size }: Input<'ops.content.upload'>,
  context: Uploading,
): Promise<Output<'ops.content.upload'>> => {
  const { ports, staffId, fail } = context;
  if (size > largestMedia) return fail('tooLarge');
  const named = kindOfName(name);
  const sound = soundOf(name);
  if (named !== 'png' && named !== 'jpeg' && sound === undefined) {
    return fail('invalid', wrongField('name', '请上传 PNG、JPEG 图片，或 MP3、M4A 音频'));
  }
  const share = { limit: ports.limits.uploadsPerTenantPerMinute, windowMs: 60_000 };
  const retryAfter = await waitSecOf(ports.fast, `upload:staff:${staffId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  let incoming: IncomingFile | undefined;
  try {
    incoming = await ports.files.receive();
    const media =
      sound === undefined ? await receivePicture(incoming, context) : await receiveSound(incoming, sound, context);
    await context.transact(async (tx) => {
      await addMedia(tx, [media]);
      context.audit({ object: media.name, after: { mime: media.mime, size: media.bytes.length } });
    });
    return { url: `/media/${media.name}` };
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return storageDown(context, error);
  } finally {
    await incoming?.drop().catch((error: unknown) => ports.log.warn({ event: 'storageFailed', error }));
  }
};
