import { createHash } from 'node:crypto';
import type { contentOperations, Input, Output } from '@ronghui/contract';
import { kindOfName } from '@ronghui/domain/file-kind';
import { examine, storageDown } from '#features/file/file.steps';
import { addMedia, type MediaFile } from '#features/site/site.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { onStorage, StorageFailed } from '#kernel/files/storage';
import type { IncomingFile } from '#kernel/ports';
import { largestMedia } from '../content-media.ts';

type Uploading = HandlerContext<(typeof contentOperations)['ops.content.upload']>;

const kinds = {
  png: { ending: 'png', mime: 'image/png' },
  jpeg: { ending: 'jpg', mime: 'image/jpeg' },
} as const;

/** Receives a picture and examines it: it is rendered again, without what a camera wrote into it. */
const receive = async (incoming: IncomingFile, { upload, ports, fail }: Uploading): Promise<MediaFile> => {
  await incoming.write(upload.body);
  const examined = await onStorage(() => examine(incoming.path, upload.name));
  if (!examined.ok) return fail(examined);
  const { kind, redrawn } = examined;
  if ((kind !== 'png' && kind !== 'jpeg') || redrawn === null) {
    return fail('invalid', wrongField('file', '请上传 PNG 或 JPEG 图片'));
  }
  const verdict = ports.scan === null ? 'clean' : await ports.scan(incoming.path);
  if (verdict !== 'clean') {
    const message = verdict === 'infected' ? '文件未通过安全检查，不能上传' : '安全检查暂时不可用，请稍后再试';
    return fail('invalid', wrongField('file', message));
  }
  if (redrawn.length > largestMedia) return fail('tooLarge');
  const { ending, mime } = kinds[kind];
  const name = `${createHash('sha256').update(redrawn).digest('hex').slice(0, 32)}.${ending}`;
  // The name in an export; what the file was called is not published.
  return { name, mime, bytes: redrawn, sourcePath: `console/picture.${ending}` };
};

/** Stores a picture for content: examined like every upload, and published under the digest of its bytes. @source R11.3, security 4.8 */
export const storePicture = async (
  { name, size }: Input<'ops.content.upload'>,
  context: Uploading,
): Promise<Output<'ops.content.upload'>> => {
  const { ports, staffId, fail } = context;
  if (size > largestMedia) return fail('tooLarge');
  const named = kindOfName(name);
  if (named !== 'png' && named !== 'jpeg') return fail('invalid', wrongField('name', '请上传 PNG 或 JPEG 图片'));
  const share = { limit: ports.limits.uploadsPerTenantPerMinute, windowMs: 60_000 };
  const retryAfter = await waitSecOf(ports.fast, `upload:staff:${staffId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  let incoming: IncomingFile | undefined;
  try {
    incoming = await ports.files.receive();
    const media = await receive(incoming, context);
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
