import { once } from 'node:events';
import { openDatabase } from '#kernel/database/db';
import { createSentJobs } from '#kernel/jobs/sent-jobs';
import { createMetrics } from '#kernel/observe/metrics';
import type { Ports } from '#kernel/ports';
import { standardLimits } from '#kernel/setup/limits';
import { hangingJob } from './hanging-job.ts';

// A minimal worker: takes jobs from the database on its command line, and ends only when it is killed or its input ends.

const say = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
const quiet = () => undefined;
const database = openDatabase({ url: process.argv[2] ?? '', poolSize: 4, onError: quiet });
const jobs = createSentJobs({
  database,
  metrics: createMetrics(),
  // The job below uses no other port.
  ports: { limits: standardLimits, log: { debug: quiet, info: quiet, warn: quiet, error: quiet } } as unknown as Ports,
  jobs: [hangingJob({ hangs: process.argv[3] === 'hangs', begun: (jobId) => say({ begun: jobId }) })],
});
jobs.start();
say({ started: true });
await once(process.stdin.resume(), 'end');
await jobs.stop();
await database.close();
