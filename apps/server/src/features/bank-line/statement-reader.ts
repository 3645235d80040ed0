import {
  type BankFault,
  type BankRow,
  bankHeadFault,
  bankHeads,
  bankSorting,
  recogniseBank,
} from '@ronghui/domain/bank-line';
import { type Heading, linesAbove, sampledCells } from '#kernel/files/reading/table-body';
import { TableFault } from '#kernel/files/reading/table-fault';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { recallMapping } from './mapping-of.ts';
import {
  type AskedStatement,
  type HandedRow,
  mostLines,
  type StatementPlan,
  type StatementTerms,
} from './statement-table.ts';

/** By what the rows below a heading are sorted; a head of two rows may come again in parts. */
export const sortingOf = ({ head, is1904 }: Heading, { mapping, choices }: StatementTerms) => ({
  ...bankSorting(head.cells, mapping, choices, is1904),
  headParts: head.parts,
});

const headFaultOf = (mapping: StatementTerms['mapping'], heading: Heading) =>
  bankHeadFault(mapping, heading.head.cells, linesAbove(heading));

/** How a statement is read: as it is given; else as the last file of the account with these columns was, or as it is recognised. @source receipts 2.1 */
const statementPlanOf = ({ given, earlier, choices }: AskedStatement, seen: SeenTable): StatementPlan => {
  const planOf = (mapping: StatementTerms['mapping'], recalledFrom?: string): StatementPlan => ({
    mapping,
    choices,
    ...(recalledFrom !== undefined && { recalledFrom }),
    fault: headFaultOf(mapping, seen),
  });
  if (given !== undefined) return planOf(given);
  for (const { name, mapping: saved } of earlier) {
    const recalled = recallMapping(saved, seen.head.cells);
    if (recalled !== null) return planOf(recalled, name);
  }
  const around = { preamble: linesAbove(seen), rows: sampledCells(seen.head, seen.rows) };
  return planOf(recogniseBank(seen.head.cells, around));
};

const handed = (row: HandedRow): string => `${JSON.stringify(row)}\n`;

/** How statements are read in their thread. @source receipts 2.1 */
export const statementTableReader = {
  heads: bankHeads,
  plan(asked: AskedStatement, seen: SeenTable) {
    const plan = statementPlanOf(asked, seen);
    const { mapping, choices, fault } = plan;
    return { plan, terms: fault === null ? { mapping, choices } : null };
  },
  sorting(terms: StatementTerms, seen: Heading) {
    const fault = headFaultOf(terms.mapping, seen);
    if (fault !== null) throw new TableFault(`${fault.message}。`);
    return sortingOf(seen, terms);
  },
  intake: (_: StatementTerms) => ({
    maxRows: mostLines,
    tooMany: '请按月拆分后分别导入。',
    line: (no: number, line: BankRow) => handed({ no, line }),
    faultyLine: (no: number, faults: readonly BankFault[]) => handed({ no, faults }),
    found: () => ({}),
  }),
  survey() {
    let [income, expense] = [0, 0];
    return {
      onRow({ amount }: BankRow) {
        if (amount > 0) income += amount;
        else expense -= amount;
      },
      surveyed: () => ({ income, expense }),
    };
  },
};
