export { saveStoredFile, storeFile, useStoredFile } from './file-queries.ts';
export { useFileUpload } from './file-upload.ts';
