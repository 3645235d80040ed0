import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Output } from '@ronghui/contract';
import { groupName, itemReason, reconKindNames } from '@ronghui/domain/recon';
import { insertFile } from '#features/file/file.steps';
import type { MerchantContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { checkStore } from '#kernel/files/storage';
import type { TableColumn } from '#kernel/files/table/table';
import { xlsxTable } from '#kernel/files/table/xlsx-table';

type Item = Output<'recon.rows'>['items'][number];

/** Rows of both sides beside each other, those of a group one under the other; what is the item's alone stands at its first row. */
interface ClaimRow {
  readonly item: Item;
  readonly ledger: Item['ledger'][number] | undefined;
  readonly line: Item['lines'][number] | undefined;
  readonly isFirst: boolean;
}

const rowsOf = (item: Item): readonly ClaimRow[] =>
  Array.from({ length: Math.max(item.ledger.length, item.lines.length) }, (_, place) => ({
    item,
    ledger: item.ledger[place],
    line: item.lines[place],
    isFirst: place === 0,
  }));

const factsOf = ({ kind, rule, ledger, lines, differenceRule }: Item) => ({
  kind,
  rule,
  ledgerCount: ledger.length,
  lineCount: lines.length,
  differenceRule,
  ledgerOn: ledger[0]?.occurredOn,
  lineOn: lines[0]?.occurredOn,
});

const columns: readonly TableColumn<ClaimRow>[] = [
  { kind: 'count', head: '序号', width: 10, value: ({ item }) => item.itemNo },
  { kind: 'text', head: '结果', width: 14, value: ({ item }) => reconKindNames[item.kind] },
  { kind: 'text', head: '组', width: 10, value: ({ item }) => groupName(factsOf(item)) },
  { kind: 'text', head: '依据', width: 40, value: ({ item }) => itemReason(factsOf(item)) },
  { kind: 'count', head: '商户账行', width: 12, value: ({ ledger }) => ledger?.rowNo ?? null },
  { kind: 'text', head: '商户账编号', width: 26, value: ({ ledger }) => ledger?.reference ?? null },
  { kind: 'text', head: '对方', width: 20, value: ({ ledger }) => ledger?.counterparty ?? null },
  { kind: 'text', head: '商户账日期', width: 12, value: ({ ledger }) => ledger?.occurredOn ?? null },
  { kind: 'money', head: '商户账金额', width: 16, value: ({ ledger }) => ledger?.amount ?? null },
  { kind: 'text', head: '平台账编号', width: 26, value: ({ line }) => line?.reference ?? null },
  { kind: 'text', head: '平台账日期', width: 12, value: ({ line }) => line?.occurredOn ?? null },
  { kind: 'money', head: '平台账金额', width: 16, value: ({ line }) => line?.amount ?? null },
  { kind: 'money', head: '差额', width: 16, value: ({ item, isFirst }) => (isFirst ? item.difference : null) },
  { kind: 'text', head: '备注', width: 30, value: ({ item }) => item.note },
];

const one = async function* <Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
};

/** A file that is in the store and not yet the tenant's. */
export interface KeptClaimFile {
  /** Makes it the tenant's, in the transaction of the claim; returns its id. */
  readonly add: (tx: Tx) => Promise<string>;
}

/** Writes the rows of a claim as XLSX into the store, for the feedback's attachment; the sweeping job removes one that no claim took. @source R13.3 */
const keepClaimFile = async (
  { tenantId, userId, ports, now }: Pick<MerchantContext, 'tenantId' | 'userId' | 'ports' | 'now'>,
  { billNo, items }: { readonly billNo: string; readonly items: readonly Item[] },
): Promise<KeptClaimFile> => {
  await checkStore(ports);
  const incoming = await ports.files.receive();
  try {
    await incoming.write(
      xlsxTable({
        name: '对账差异',
        columns,
        pages: one(items.flatMap(rowsOf)),
        totals: [],
        about: () => [['账单', billNo]],
        at: now,
      }),
    );
    const hash = createHash('sha256');
    for await (const piece of createReadStream(incoming.path)) hash.update(piece as Buffer);
    const { size: sizeBytes } = await stat(incoming.path);
    const [fileId, storageKey] = [ports.ids.id(), `${tenantId}/${ports.ids.id()}`];
    await incoming.keep(storageKey);
    const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const name = `对账差异-${billNo}.xlsx`;
    const file = { tenantId, fileId, userId, name, mime, sizeBytes, sha256: hash.digest('hex'), storageKey } as const;
    return {
      async add(tx) {
        await insertFile(tx, { ...file, status: 'ready' });
        return fileId;
      },
    };
  } finally {
    await incoming.drop();
  }
};

/** Writes a file for each claim, by the number of its bill: what the lines should be stands nowhere else. */
export const keepClaimFiles = async (
  context: Parameters<typeof keepClaimFile>[0],
  claims: readonly { readonly billNo: string; readonly items: readonly Item[] }[],
): Promise<ReadonlyMap<string, KeptClaimFile>> => {
  const kept = new Map<string, KeptClaimFile>();
  for (const claim of claims) kept.set(claim.billNo, await keepClaimFile(context, claim));
  return kept;
};
