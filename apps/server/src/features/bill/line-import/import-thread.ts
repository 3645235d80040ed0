import { lineHeads, lineOfRow } from '@ronghui/domain/line-import';
import { skipReason } from '@ronghui/domain/table';
import { TableFault } from '#kernel/files/reading/table-fault';
import { runTableThread } from '#kernel/files/reading/table-thread';
import type { ImportTerms, Party, StagedPiece } from './import-table.ts';
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

await runTableThread({
  heads: lineHeads,
  skips: () => skipReason,
  intake({ mapping, maxRows }: ImportTerms, skipOf) {
    const parties = new Parties();
    return {
      maxRows,
      tooMany: '请拆分后分别导入。',
      read({ no, cells }) {
        const skipped = skipOf(cells);
        if (skipped !== null) return { skipped };
        const read = lineOfRow(cells, mapping);
        return read.ok ? stagedRow(no, parties.numberOf(read.line), read.line) : faultyRow(no, read.faults);
      },
      found: () => parties.takeAdded(),
    };
  },
});
