import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { readStaged } from '../../apps/server/src/features/bill/line-import/import-reading.ts';
import type { readLedger } from '../../apps/server/src/features/recon/intake/ledger-reading.ts';

// Reads one file with the reader of a tree, which may be another one than this, and prints what it cost: all threads of this process count.

const features = 'apps/server/src/features';
const choices = { takeIn: new Set<number>(), leaveOutFaulty: 0 };
const maxRows = 5_000_000;

const [, , tree = '', noun = '', kind = '', path = ''] = process.argv;
const source = { path, kind: kind === 'xlsx' ? 'xlsx' : 'csv', encoding: 'utf-8' } as const;
const never = new AbortController().signal;

const load = <Module>(file: string): Promise<Module> => import(pathToFileURL(join(tree, features, file)).href);

const pieces = async (): Promise<AsyncIterable<{ readonly rows: number }>> => {
  if (noun === 'ledger') {
    const { readLedger: read } = await load<{ readLedger: typeof readLedger }>('recon/intake/ledger-reading.ts');
    const columns = { reference: 0, counterparty: 1, amount: 2, occurredOn: 3 };
    return read({ source, choices, maxRows, mapping: { columns, sign: 'asIs', dayOrder: 'ymd', unit: 'yuan' } }, never);
  }
  const { readStaged: read } = await load<{ readStaged: typeof readStaged }>('bill/line-import/import-reading.ts');
  const fields = ['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn', 'loanAmount', 'rate', 'borrower'];
  const mapping = Object.fromEntries(fields.map((field, column) => [field, { column }]));
  return read({ source, choices, maxRows, mapping, period: { from: '2000-01-01', until: '2100-01-01' } }, never);
};

const before = process.cpuUsage();
let rows = 0;
for await (const piece of await pieces()) rows += piece.rows;
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ rows, cpuSec: (user + system) / 1_000_000 }));
