import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../faults/machine/faults.ts';
import { boundsIn, faultTable, tableIn } from '../faults/machine/table.ts';
import { root } from '../launch/paths.mjs';
import { alerts } from './files.ts';

const table = tableIn(readFileSync(join(root, 'docs/operations.md'), 'utf8'));

describe('running 6.2 the table of faults', () => {
  it('running 6.2 has a row for each fault of the list, as the list says it (npm run test:long -- faults)', () => {
    expect(table).toBe(faultTable(faults, (name) => boundsIn(table, name)));
  });

  it.each(faults)('running 6.2 $name: its times were measured, and its alert is one of the list', ({ name, alert }) => {
    expect(boundsIn(table, name)).toBeDefined();
    if (alert !== null) expect(alerts.map((each) => each.name)).toContain(alert);
  });

  it('running 6.2 there are twenty faults at least, and no two of them have one name', () => {
    expect(faults.length).toBeGreaterThanOrEqual(20);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });
});
