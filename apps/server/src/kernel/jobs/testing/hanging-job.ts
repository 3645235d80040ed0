import Type from 'typebox';
import { job } from '#kernel/jobs/jobs';

/** How a run behaves. */
interface Behaviour {
  /** It never ends by itself, and never looks whether it should. */
  readonly hangs: boolean;
  readonly begun?: (jobId: string) => void;
}

/** A job that marks its beginning in one transaction and its end in the one that marks it as done. */
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
          // A second end would fail by the primary key.
          await tx
            .insertInto('session_epoch')
            .values({ user_id: `${jobId} ended`, epoch: 2 })
            .execute();
        },
      };
    },
  });
