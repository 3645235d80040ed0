import { type fileOperations, keysOfRole } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { findFile } from './file.reads.ts';
import { openStored } from './open-stored.ts';
import { storeUpload } from './store-upload.ts';

/** Files that a tenant stores and reads back (R5.7). */
export const fileHandlers: HandlersFor<typeof fileOperations> = {
  'file.upload': storeUpload,

  'file.download': async ({ fileId }, context) => {
    const { db, tenantId, userId, role, fail } = context;
    const file = await findFile(db, tenantId, fileId);
    if (file === undefined) return fail('notFound');
    const mayCertify = keysOfRole(role).includes('certification.write');
    if (file.is_restricted && file.user_id !== userId && !mayCertify) return fail('forbidden');
    if (file.status === 'scanning') return fail('scanning');
    const opened = await openStored(file, context);
    // Every look at an identity card is audited.
    if (file.is_restricted) context.audit({ object: fileId });
    return opened;
  },
};
