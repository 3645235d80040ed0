/** What other nouns may call within their transaction, and how their own operations examine, store and return files. */
export { examine } from './examine.ts';
export { insertFile, restrictFiles } from './file.sql.ts';
export { openStored } from './open-stored.ts';
export { receiveTable } from './receive-table.ts';
export { shownName, storageDown, storeUpload } from './store-upload.ts';
