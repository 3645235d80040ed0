import { sweepNonces } from '#kernel/fast-state/nonce.sql';
import { deleteEnded } from '#kernel/fast-state/value.sql';
import { type Job, job, sweep } from '#kernel/jobs/jobs';
import type { Limits } from '#kernel/ports';

/** The jobs of the shared state where it is kept in PostgreSQL; one that does not run leaves rows, and accepts nothing twice. */
export const stateJobs = ({ signatureWindowMinutes }: Limits): readonly Job[] => [
  job({
    name: 'sharedState.nonces',
    every: { minutes: 1 },
    async run({ database }) {
      await sweepNonces(database.reading('service'), Math.ceil(signatureWindowMinutes));
    },
  }),
  sweep('sharedState.sweep', { minutes: 5 }, deleteEnded),
];
