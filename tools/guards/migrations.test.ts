import { expect, it } from 'vitest';
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
    /\b(money|real|float\d?|double precision|numeric)\b/i.test(read(folder + name).replace(/--.*$/gm, '')),
  );
  expect(floats).toEqual([]);
});
