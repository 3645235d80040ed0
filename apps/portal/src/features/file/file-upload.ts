import { type Upload, type UploadSpec, useUpload } from '@ronghui/web/files/upload';
import { storeFile } from './file-queries.ts';

/** Uploads a file of the tenant as soon as it is selected. @source R5.7 */
export const useFileUpload = (spec: Pick<UploadSpec, 'name' | 'kinds' | 'onStored'>): Upload =>
  useUpload({ ...spec, store: storeFile });
