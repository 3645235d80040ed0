import { Button } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import type { Run } from '../result-queries.ts';

/** Leads to another run of the same file, as long as it is kept, with its columns to change. @source R13.1 */
export const RemapLink = ({ run }: { run: Run }): JSX.Element | null => {
  const auth = useAuth();
  if (auth['recon.write'] !== true || !run.isFileKept || run.isDryRun) return null;
  return (
    <Button variant="ghost" href={href(paths.reconNew({ runId: run.runId }))}>
      修改各列，再对一次
    </Button>
  );
};
