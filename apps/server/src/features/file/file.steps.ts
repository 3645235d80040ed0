/** What other nouns may call within their transaction, and how their own operations examine, store and return files. */
export { examine } from './examine.ts';
export { insertFile, releaseFile, restrictFiles } from './file.sql.ts';
export { lookIntoStored, openMade, openStored } from './open-stored.ts';
export { pictureSentence } from './picture/picture-head.ts';
export { faultOfPicture } from './picture/redraw.ts';
export { resultRoomOf } from './result-room.ts';
export { checkAttached, type KeptAttached, storeAttached } from './store-attached.ts';
export { checkTable, storeTable, type UsedTable, withTable } from './store-table.ts';
export { storageDown, storeUpload } from './store-upload.ts';
export { tidyFiles } from './tidy-files.ts';
