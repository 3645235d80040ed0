import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import type { Site } from './site.ts';

const filesOf = ({ dataDir }: Site): string => join(dataDir, 'files');

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
];
