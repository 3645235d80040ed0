import { readFileSync } from 'node:fs';
import { databasePid } from '../../driver/server-process.ts';
import { busy } from './database-faults.ts';
import type { Fault } from './fault.ts';
import type { Site } from './site.ts';

const serverOf = ({ dataDir }: Site): number => {
  const pid = databasePid(dataDir);
  if (pid === undefined) throw new Error('no embedded database');
  return pid;
};

/** The embedded server with the processes of its connections. */
const familyOf = (site: Site): readonly number[] => {
  const pid = serverOf(site);
  return [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean)];
};

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, name);
};

const stopped = (): Fault => {
  let pids: readonly number[] = [];
  return {
    name: 'Embedded server stopped',
    made: '`SIGSTOP` to it and to all of its connections',
    begin(site) {
      pids = familyOf(site);
      signal(pids, 'SIGSTOP');
    },
    end: () => signal(pids.toReversed(), 'SIGCONT'),
    answers: busy,
    shown: /^ronghui_database_silent 1$/m,
    alert: 'RonghuiDatabaseSilent',
  };
};

/** Faults of the embedded database. */
export const embeddedFaults: readonly Fault[] = [
  {
    name: 'Embedded server killed',
    made: '`kill -9`; the product starts it again, before the alert',
    begin: (site) => process.kill(serverOf(site), 'SIGKILL'),
    answers: busy,
    alert: null,
    scale: 1,
  },
  stopped(),
];
