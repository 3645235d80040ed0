import { expect, it } from 'vitest';
import { stepsOf } from '../../apps/server/src/kernel/database/migrating/migration-file.ts';
import { faultsOfMigration } from './migration-rules.ts';
import { files, read } from './repository.ts';

const folder = 'apps/server/migrations/';
const migrations = files
  .filter((file) => file.startsWith(folder) && file.endsWith('.sql'))
  .map((file) => file.slice(folder.length));

it('house 1 migrations are numbered from 0001 without a gap', () => {
  expect(migrations).not.toEqual([]);
  expect(migrations.map((name) => name.slice(0, 5))).toEqual(
    migrations.map((_, index) => `${String(index + 1).padStart(4, '0')}_`),
  );
  expect(migrations.filter((name) => !/^\d{4}_[a-z]+(_[a-z]+)*\.sql$/.test(name))).toEqual([]);
});

it('house 8 a migration asks the one clock for the time', () => {
  const statements = (name: string) => read(folder + name).replace(/--.*$/gm, '');
  const stray = migrations.filter((name) =>
    /\b(now\(\)|current_timestamp|clock_timestamp\(\))/i.test(statements(name)),
  );
  expect(stray).toEqual([]);
});

it('house 8 money is kept in columns that say so', () => {
  const floats = migrations.filter((name) =>
    // Whole numbers of any length are no fractions: sums may be larger than a bigint.
    /\b(money|real|float\d?|double precision|numeric(?!\(\d+, 0\)))\b/i.test(
      read(folder + name).replace(/--.*$/gm, ''),
    ),
  );
  expect(floats).toEqual([]);
});

it('house 8 a migration that changes rows of tenants lifts the policies from their owner meanwhile, who would find none', () => {
  // Batches are run as the service, who finds the rows of all tenants.
  const inTransactions = (name: string) =>
    stepsOf(name, read(folder + name)).flatMap(({ kind, sql }) => (kind === 'batches' ? [] : sql));
  const bodies = migrations.map((name) => ({ name, text: inTransactions(name).join('\n').replace(/--.*$/gm, '') }));
  const owned = new Set(
    bodies.flatMap(({ text }) => [...text.matchAll(/tenant_owned\('(\w+)'\)/g)].map(([, of]) => of)),
  );
  const stray = bodies.flatMap(({ name, text }) => {
    const statements = text.replace(/\$\$[\s\S]*?\$\$/g, '').split(';');
    const changes = statements.filter((each) => /^\s*(?:update|delete|insert|with)\b/i.test(each));
    const read = changes.flatMap((each) =>
      [...each.matchAll(/\b(?:update|from|join|into)\s+(\w+)/gi)].map(([, of]) => of),
    );
    return [...new Set(read)]
      .filter((table) => owned.has(table) && !text.includes(`alter table ${table} no force row level security`))
      .map((table) => `${name}: ${table}`);
  });
  // Stands since before any tenant's consents did.
  expect(stray).toEqual(['0012_authorization.sql: consent']);
});

it('running 4.1 a migration says whether running versions survive it, and one that says so does nothing that they do not', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'));
  const texts = migrations.map((name) => ({ name, text: read(folder + name) }));
  const faults = texts.flatMap((one, at) => faultsOfMigration(one, { earlier: texts.slice(0, at), version }));
  expect(faults).toEqual([]);
});
