import { type ImportedLine, lineHeads } from '@ronghui/domain/line-import';
import type { Heading } from '#kernel/files/reading/table-body';
import { TableFault } from '#kernel/files/reading/table-fault';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import { linePlanOf, mappingFor, sortingOf } from './import-plan.ts';
import {
  type AskedLines,
  type DoubtfulRows,
  type ImportTerms,
  type Party,
  type StagedPiece,
  tooMuch,
} from './import-table.ts';
import { faultyRow, stagedRow } from './staged-row.ts';

/** Of one file; each is a row of a table of its own. */
const mostParties = 200_000;

/** Numbers the parties of a file. */
class Parties {
  readonly #known = new Map<string, number>();
  #added: Party[] = [];

  numberOf({
    tenant,
    project,
    product,
    org,
  }: Readonly<Record<'tenant' | 'project' | 'product' | 'org', string>>): number {
    const key = `${tenant}\n${project}\n${product}\n${org}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const party = this.#known.size;
    if (party >= mostParties) throw new TableFault('商户、项目、产品与机构的组合过多，请拆分后分别导入。');
    this.#known.set(key, party);
    this.#added.push([tenant, project, product, org]);
    return party;
  }

  /** Those that were met since the last call. */
  takeAdded(): Pick<StagedPiece, 'parties'> {
    const parties = this.#added;
    this.#added = [];
    return { parties };
  }
}

const shownRows = 10;
/** Of the numbers that are compared; a file with more is looked at as far as this. */
const mostNumbers = 100_000;

const doubtful = () => {
  const first: number[] = [];
  let rows = 0;
  return {
    add(no: number): void {
      rows += 1;
      if (first.length < shownRows) first.push(no);
    },
    found: (): DoubtfulRows => ({ rows, first }),
  };
};

/** The most that the amounts of a file may come to, whatever their signs: sums stay exact. @unit fen */
const mostAmount = 1_000_000_000_000_000;

/** Adds up the amounts of a file, those above zero and those below, until they are too much. */
const amounts = () => {
  let [income, expense] = [0, 0];
  let tooMuchAt: number | null = null;
  return {
    /** False once they are too much. */
    add(amount: number | null, no: number): boolean {
      if (amount === null || tooMuchAt !== null) return tooMuchAt === null;
      if (Math.abs(amount) + income + expense > mostAmount) tooMuchAt = no;
      else if (amount > 0) income += amount;
      else expense -= amount;
      return tooMuchAt === null;
    },
    found: () => ({ income, expense, tooMuchAt }),
  };
};

/** How files of lines are read in their thread. @source R11.6 */
export const lineTableReader = {
  heads: lineHeads,
  plan(asked: AskedLines, seen: SeenTable) {
    const plan = linePlanOf(asked, seen);
    const { mapping, choices, fault } = plan;
    const { maxRows, period } = asked;
    return { plan, terms: fault === null ? { mapping, choices, maxRows, period } : null };
  },
  sorting({ mapping: given, choices }: ImportTerms, heading: Heading) {
    const { mapping, fault } = mappingFor(heading, given);
    if (fault !== null) throw new TableFault(`${fault.message}。`);
    return sortingOf(heading, mapping, choices);
  },
  intake({ maxRows }: ImportTerms) {
    const parties = new Parties();
    const sum = amounts();
    return {
      maxRows,
      tooMany: '请拆分后分别导入。',
      line(no: number, line: ImportedLine) {
        if (!sum.add(line.loanFen, no)) throw new TableFault(tooMuch(no));
        return stagedRow(no, parties.numberOf(line), line);
      },
      faultyLine: faultyRow,
      found: () => parties.takeAdded(),
    };
  },
  survey({ period }: ImportTerms) {
    const sum = amounts();
    const [outside, repeated] = [doubtful(), doubtful()];
    const dayOfNumber = new Map<string, string>();
    return {
      onRow({ tenant, loanNo, occurredOn, loanFen }: ImportedLine, no: number) {
        sum.add(loanFen, no);
        if (occurredOn < period.from || occurredOn >= period.until) outside.add(no);
        const key = `${tenant}\n${loanNo}`;
        const known = dayOfNumber.get(key);
        if (known !== undefined && known !== occurredOn) repeated.add(no);
        else if (known === undefined && dayOfNumber.size < mostNumbers) dayOfNumber.set(key, occurredOn);
      },
      surveyed: () => ({ ...sum.found(), outside: outside.found(), repeated: repeated.found() }),
    };
  },
};
