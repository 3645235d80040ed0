import { firstAboveAmount } from '@ronghui/domain/feedback';
import { fourEyesKey } from '#features/site/site.reads';
import { setFourEyes } from '#features/site/site.steps';
import type { Tx } from '#kernel/database/db';
import { systemAuthor } from '#kernel/observe/audit';

/** Sets the difference that one may give alone where none was ever set: a new installation begins with four eyes. @source R11.6 */
export const setFirstLimit = async (tx: Tx): Promise<void> => {
  if (!(await setFourEyes(tx, { aboveAmount: firstAboveAmount, revision: 1 }))) return;
  systemAuthor.record(tx, {
    event: 'job.feedback.fourEyes',
    object: fourEyesKey,
    after: { aboveAmount: firstAboveAmount },
  });
};
