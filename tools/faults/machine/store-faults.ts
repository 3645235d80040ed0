import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import type { Site } from './site.ts';

const filesOf = ({ dataDir }: Site): string => join(dataDir, 'files');

const [keptAt, aside] = ['kept', 'lost-file'];
const compareNow = ({ rows }: Site) =>
  rows("update scheduled_job set next_at = app_now(), tries = 0 where name = 'file.sweep'");

/** A file that a caller uploaded is gone. The comparison of rows and store is made once an hour and leaves out files of the last hour, so both are brought forward. */
const fileLost = (): Fault => {
  let key = '';
  return {
    name: 'File of the store lost',
    made: 'a kept file is moved away and its row dated back by two hours; the hourly comparison is made due at once',
    async begin(site) {
      const [row] = await site.rows(
        "update file set created_at = created_at - interval '2 hours' where file_id = (select file_id from file where lost_at is null order by created_at desc limit 1) returning storage_key",
      );
      key = String(row?.['storage_key']);
      renameSync(join(filesOf(site), keptAt, key), join(site.folder, aside));
      await compareNow(site);
    },
    async end(site) {
      renameSync(join(site.folder, aside), join(filesOf(site), keptAt, key));
      await compareNow(site);
    },
    answers: {},
    shown: /^ronghui_files_lost [1-9]/m,
    alert: 'RonghuiFilesLost',
  };
};

/** Faults of the store of files. */
export const storeFaults: readonly Fault[] = [
  {
    name: 'Store gone',
    made: 'its folder is replaced by a file',
    begin(site) {
      renameSync(filesOf(site), `${filesOf(site)}-away`);
      writeFileSync(filesOf(site), 'no folder');
    },
    end(site) {
      rmSync(filesOf(site));
      renameSync(`${filesOf(site)}-away`, filesOf(site));
    },
    answers: { upload: '503 OPSB0005' },
    shown: /^ronghui_store_up 0$/m,
    alert: 'RonghuiStoreGone',
  },
  {
    name: 'Store of another installation, or not mounted',
    made: 'its mark `store-id` is moved away',
    begin: (site) => renameSync(join(filesOf(site), 'store-id'), join(site.folder, 'store-id')),
    end: (site) => renameSync(join(site.folder, 'store-id'), join(filesOf(site), 'store-id')),
    answers: { upload: '503 OPSB0005' },
    shown: /^ronghui_store_wrong 1$/m,
    alert: 'RonghuiStoreWrong',
  },
  fileLost(),
];
