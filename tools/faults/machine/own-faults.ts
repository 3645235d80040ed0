import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import type { Site } from './site.ts';

const moveClock = ({ dataDir }: Site, ms: number): void => writeFileSync(join(dataDir, 'clock-offset'), String(ms));

const sealHeld = (): Fault => {
  let free: (() => Promise<void>) | null = null;
  return {
    name: 'Seal of the trail behind',
    made: 'another session holds the chain’s row, and an event is dated back by four hundred seconds',
    async begin({ hold, rows }) {
      free = await hold('select from audit_chain for update');
      await rows(
        "insert into audit_event (event, result, at) values ('test', 'ok', app_now() - interval '400 seconds')",
      );
    },
    end: () => free?.(),
    answers: {},
    shown: /^ronghui_unsealed_oldest_seconds [4-9]\d\d/m,
    alert: 'RonghuiSealBehind',
  };
};

/** Faults of the node itself and of what it does by the clock. */
export const ownFaults: readonly Fault[] = [
  {
    name: 'Clock moved',
    made: 'set forward by a minute, with the clock that tests move (`clock-offset`), and back',
    begin: (site) => moveClock(site, 60_000),
    end: (site) => moveClock(site, 0),
    answers: {},
    counts: 'ronghui_clock_moves_total',
    alert: 'RonghuiClockMoved',
  },
  sealHeld(),
  {
    name: 'Backup too old',
    made: 'the rows of its runs are dated back by three days',
    begin: ({ rows }) =>
      rows(
        "update backup_run set started_at = started_at - interval '3 days', ended_at = ended_at - interval '3 days'",
      ),
    end: ({ rows }) =>
      rows(
        "update backup_run set started_at = started_at + interval '3 days', ended_at = ended_at + interval '3 days'",
      ),
    answers: {},
    shown: /^ronghui_backup_late 1$/m,
    alert: 'RonghuiBackupLate',
    scale: 60,
  },
  {
    name: 'Reader of the log gone',
    made: 'the pipes of standard output and standard error are closed at their far end',
    begin: ({ server }) => server.closeLog(),
    end: () => undefined,
    answers: {},
    alert: null,
  },
];
