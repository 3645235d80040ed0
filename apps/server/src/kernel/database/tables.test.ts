import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, test } from 'vitest';
import { describeTables } from '#kernel/testing/describe-tables';
import { urlOf } from '#kernel/testing/test-server';

test('R14.5 the row types match the migrated database (else: npm run tables)', async ({ expect }) => {
  const described = await describeTables(urlOf(inject('databaseAdminUrl'), inject('databaseTemplate')));
  const committed = await readFile(join(import.meta.dirname, '../../tables.gen.ts'), 'utf8');
  expect(committed).toBe(described);
});
