import { type LedgerFault, ledgerHeads, type ledgerSorting } from '@ronghui/domain/recon';
import { shownText } from '@ronghui/domain/table';
import { copyFaults, copyNothing, copyText, copyValue } from '#kernel/files/reading/copy-text';
import type { Heading } from '#kernel/files/reading/table-body';
import { TableFault } from '#kernel/files/reading/table-fault';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { headFaultOf, ledgerPlanOf, sortingOf } from './ledger-plan.ts';
import type { AskedLedger, LedgerTerms } from './ledger-table.ts';

/** A row of a ledger as it was read. */
type Read = (ReturnType<ReturnType<typeof ledgerSorting>['read']> & { readonly kind: 'row' })['row'];

/** The most that the amounts of a file may come to, whatever their signs: sums of both sides stay exact. @unit fen */
const mostAmount = 1_000_000_000_000_000;
const mostUnknownSides = 20;

/** How ledgers are read in their thread. @source R13.1 */
export const ledgerTableReader = {
  heads: ledgerHeads,
  plan(asked: AskedLedger, seen: SeenTable) {
    const plan = ledgerPlanOf(asked, seen);
    const { mapping, choices, fault } = plan;
    return { plan, terms: fault === null ? { mapping, choices, maxRows: asked.maxRows } : null };
  },
  sorting({ mapping, choices }: LedgerTerms, seen: Heading) {
    const fault = headFaultOf(mapping, seen);
    if (fault !== null) throw new TableFault(`${fault.message}。`);
    return sortingOf(seen, mapping, choices);
  },
  intake({ maxRows }: LedgerTerms) {
    let [sum, badRows] = [0, 0];
    return {
      maxRows,
      tooMany: '请拆分后分别对账。',
      line(no: number, { reference, counterparty, amount, occurredOn }: Read) {
        sum += Math.abs(amount);
        if (sum > mostAmount) throw new TableFault(`第 ${no} 行的金额过大，请检查“金额”所在的列。`);
        const own = reference === null ? copyNothing : copyText(reference);
        return `${no}\t${own}\t${copyValue(counterparty)}\t${amount}\t${occurredOn}\t${copyNothing}\n`;
      },
      faultyLine(no: number, faults: readonly LedgerFault[]) {
        badRows += 1;
        return `${no}${`\t${copyNothing}`.repeat(4)}\t${copyFaults(faults)}\n`;
      },
      found() {
        const pending = { badRows };
        badRows = 0;
        return pending;
      },
    };
  },
  survey() {
    let [income, expense] = [0, 0];
    const unknownSides = new Set<string>();
    return {
      onRow({ amount }: Read) {
        if (amount > 0) income += amount;
        else expense -= amount;
        if (income + expense > mostAmount) throw new TableFault('金额的合计过大，请检查“金额”所在的列。');
      },
      onFaulty(faults: readonly LedgerFault[]) {
        for (const { field, text } of faults) {
          if (field === 'flow' && text !== '' && unknownSides.size < mostUnknownSides)
            unknownSides.add(shownText(text));
        }
      },
      surveyed: () => ({ income, expense, unknownSides: [...unknownSides] }),
    };
  },
};
