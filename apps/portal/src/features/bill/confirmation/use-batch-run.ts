import { useDraft } from '@ronghui/web/forms/draft';
import { useEffect, useState } from 'react';
import { decide, refreshBills } from '../bill-queries.ts';
import { afterFailure, type BatchRun, isTooLong, nextCall, type RunCall, withResults } from './batch-run.ts';

const none: { readonly run: BatchRun | null } = { run: null };

const send = ({ decision, reason }: BatchRun, { key, bills }: RunCall) =>
  decide({
    decision,
    reason,
    bills: bills.map(({ billNo, amount }) => ({ billNo, amount })),
    idempotencyKey: key,
  });

/**
 * Sends a run call by call. It is kept in the tab like a draft before each call, so that after a failure, a reload or a stop it goes on
 * where it was; a call whose end is unknown is repeated with its key.
 *
 * @source R10.3, R4.12
 */
export const useBatchRun = () => {
  const { fields, change, clear } = useDraft('bill-batch', none);
  const { run } = fields;
  const [isWanted, setWanted] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const next = run === null ? undefined : nextCall(run);
  const isRunning = isWanted && next !== undefined;
  useEffect(() => {
    if (!isRunning || run === null) return;
    let isHere = true;
    send(run, next).then(
      (results) => {
        if (!isHere) return;
        const answered = withResults(run, next.key, results);
        change({ run: answered });
        if (nextCall(answered) === undefined) void refreshBills();
      },
      (error: unknown) => {
        if (!isHere) return;
        change({ run: afterFailure(run, next.key, error) });
        if (isTooLong(next, error)) return;
        setWanted(false);
        setFailure(error);
        void refreshBills();
      },
    );
    return () => {
      isHere = false;
    };
  }, [isRunning, run, next, change]);
  const goOn = (): void => {
    setFailure(undefined);
    setWanted(true);
  };
  return {
    run,
    isRunning,
    failure,
    start: (fresh: BatchRun): void => {
      change({ run: fresh });
      goOn();
    },
    goOn,
    /** Sends no further call; the present one may still take effect, and is repeated with its key. */
    stop: (): void => {
      setWanted(false);
      void refreshBills();
    },
    /** Forgets what was not sent, and the outcomes. */
    drop: (): void => {
      setWanted(false);
      setFailure(undefined);
      clear();
    },
  };
};

export type BatchRunner = ReturnType<typeof useBatchRun>;
