import { ledgerHeads, ledgerRowOf } from '@ronghui/domain/recon';
import { type SkipReason, skipReason } from '@ronghui/domain/table';
import { copyFaults, copyNothing, copyText, copyValue } from '#kernel/files/reading/copy-text';
import { TableFault } from '#kernel/files/reading/table-fault';
import { type RowIntake, runTableThread } from '#kernel/files/reading/table-thread';
import type { LedgerPiece, LedgerSkip, LedgerTerms } from './ledger-table.ts';

/** The head of the summary that a payment platform puts below the rows: what follows it are sums. */
const summaryHead = /^`?(?:总交易单数|总笔数|总交易笔数|资金流水总笔数|账务汇总|共\d+笔记录)/u;

/** The most that the amounts of a file may come to, whatever their signs: sums of both sides stay exact. @unit fen */
const mostAmount = 1_000_000_000_000_000;

/** Tells which rows of a table are skipped; below a summary's head all are. */
const ledgerSkips = (): ((cells: readonly string[]) => SkipReason | null) => {
  let isBelow = false;
  return (cells) => {
    if (!isBelow) isBelow = summaryHead.test(cells.find((cell) => cell.trim() !== '')?.trim() ?? '');
    return isBelow ? 'totals' : skipReason(cells);
  };
};

await runTableThread({
  heads: ledgerHeads,
  skips: ledgerSkips,
  intake({ mapping, maxRows }: LedgerTerms, skipOf): RowIntake<LedgerSkip, Pick<LedgerPiece, 'badRows'>> {
    let [sum, badRows] = [0, 0];
    return {
      maxRows,
      tooMany: '请拆分后分别对账。',
      read({ no, cells }) {
        const skipped = skipOf(cells);
        if (skipped !== null) return { skipped };
        const read = ledgerRowOf(cells, mapping);
        if (read.kind === 'neutral') return { skipped: 'neutral' };
        if (read.kind === 'faulty') {
          badRows += 1;
          return `${no}${`\t${copyNothing}`.repeat(4)}\t${copyFaults(read.faults)}\n`;
        }
        const { reference, counterparty, amount, occurredOn } = read.row;
        sum += Math.abs(amount);
        if (sum > mostAmount) throw new TableFault(`第 ${no} 行的金额过大，请检查“金额”所在的列。`);
        const own = reference === null ? copyNothing : copyText(reference);
        return `${no}\t${own}\t${copyValue(counterparty)}\t${amount}\t${occurredOn}\t${copyNothing}\n`;
      },
      found() {
        const pending = { badRows };
        badRows = 0;
        return pending;
      },
    };
  },
});
