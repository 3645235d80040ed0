export { useStoredFile } from './file-queries.ts';
export { useFileUpload } from './file-upload.ts';
export { StoredFiles } from './voucher/stored-files.tsx';
export { useVoucherFiles, VoucherFilesField } from './voucher/voucher-files.tsx';
