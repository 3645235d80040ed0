import Type from 'typebox';
import { job } from '#kernel/jobs/jobs';

/** The behaviour of a run. */
interface Behaviour {
  /** It never ends by itself, and never checks whether it should. */
  readonly hangs: boolean;
  readonly begun?: (jobId: string) => void;
}

/** A job that writes a mark at its beginning, and one in the transaction that marks it as done. */
export const hangingJob = ({ hangs, begun }: Behaviour) =>
  job({
    name: 'sample.hanging',
    payload: Type.Object({ word: Type.String() }),
    async run({ jobId, transact, progress }) {
      await transact('service', async (tx) => {
        const mark = { user_id: `${jobId} begun`, epoch: 1 };
        await tx
          .insertInto('session_epoch')
          .values(mark)
          .onConflict((known) => known.doNothing())
          .execute();
      });
      await progress(1, 2, '一半');
      begun?.(jobId);
      if (hangs) await new Promise(() => undefined);
      return {
        async store(tx) {
          // A second end would violate the primary key.
          await tx
            .insertInto('session_epoch')
            .values({ user_id: `${jobId} ended`, epoch: 2 })
            .execute();
        },
      };
    },
  });
