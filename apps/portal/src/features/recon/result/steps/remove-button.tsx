import { Button } from '@ronghui/ui';
import type { JSX } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import type { Run } from '../result-queries.ts';

/** Asks whether to delete the ledger of a run; not for a closed one or a trial. @source R13.4 */
export const RemoveButton = ({ run, onRemove }: { run: Run; onRemove: () => void }): JSX.Element | null => {
  const auth = useAuth();
  if (auth['recon.write'] !== true || run.removedAt !== undefined || run.closedAt !== undefined || run.isDryRun)
    return null;
  return (
    <Button variant="ghost" onClick={onRemove}>
      删除商户账…
    </Button>
  );
};
