import { tidyFiles } from '#features/file/file.steps';
import { listIdleLedgers, updateLedgerGone } from './ledger.sql.ts';

/** Removes ledgers' files that are needed no longer: their runs are closed, they were deleted, or the days are over for which they are kept. @source R13.4, security 4.12 */
export const tidyLedgers = tidyFiles({
  name: 'recon.tidyLedgers',
  every: { hourlyAt: 37 },
  list: (db, { reconFileDays, jobResultDays }) => listIdleLedgers(db, { days: reconFileDays, idleDays: jobResultDays }),
  clear: (tx, ledger) => updateLedgerGone(tx, ledger),
});
