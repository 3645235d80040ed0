import type { FileKind } from '@ronghui/domain/file-kind';
import { type Upload, useUpload } from '@ronghui/web/files/upload';
import { storeFile } from './file-queries.ts';

/** Uploads a file of the tenant as soon as it is selected. @source R5.7 */
export const useFileUpload = (kinds: readonly FileKind[], onStored: (fileId: string) => void): Upload =>
  useUpload({ kinds, store: storeFile, onStored });
