import { once } from 'node:events';
import { openDatabase } from '#kernel/database/db';
import { job } from '#kernel/jobs/jobs';
import { createScheduledJobs } from '#kernel/jobs/scheduled-jobs';
import { createSentJobs } from '#kernel/jobs/sent-jobs';
import { createMetrics } from '#kernel/observe/metrics';
import type { Ports } from '#kernel/ports';
import { standardLimits } from '#kernel/setup/limits';
import { hangingJob } from './hanging-job.ts';

// A minimal worker: takes jobs from the database on its command line, and ends only when it is killed or its input ends.

const say = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
const quiet = () => undefined;
const database = openDatabase({ url: process.argv[2] ?? '', poolSize: 4, onError: quiet });
// The jobs below use no other port.
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const ports = { limits: standardLimits, log } as unknown as Ports;
const mode = process.argv[3];
const noBounds = { left: async () => Infinity, lockLeft: async () => Infinity };

const hangingRound = job({
  name: 'sample.round',
  every: { minutes: 1 },
  async run() {
    say({ begun: 'sample.round' });
    await new Promise(() => undefined);
  },
});
const sample = hangingJob({ hangs: mode === 'hangs', begun: (jobId) => say({ begun: jobId }) });
const jobs =
  mode === 'comes round'
    ? createScheduledJobs({ database, ports, log, jobs: [hangingRound] })
    : createSentJobs({ database, ports, metrics: createMetrics(), resultRoom: noBounds, jobs: [sample] });
jobs.start();
say({ started: true });
await once(process.stdin.resume(), 'end');
await jobs.stop();
await database.close();
