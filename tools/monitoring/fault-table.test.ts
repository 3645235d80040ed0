import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../faults/machine/faults.ts';
import { boundsIn, boundsOf, faultTable, tableIn } from '../faults/machine/table.ts';
import { keepRow, writeRows } from '../faults/machine/table-writer.ts';
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

  it('running 6.2 what was measured takes the place of its rows alone, whichever file of the run measured it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ronghui-table-'));
    try {
      const places = { page: join(folder, 'page.md'), rows: join(folder, 'reports/rows') };
      const text = `a\n<!-- faults: made by npm run test:long -- faults -->\n${table}\n<!-- end of faults -->\nz\n`;
      writeFileSync(places.page, text);
      writeRows(faults, places);
      expect(readFileSync(places.page, 'utf8')).toBe(text);
      const bounds = { longest: 300, seen: null, served: 120 };
      const measured = [faults[0], faults.at(-1)].map((fault) => fault?.name ?? '');
      for (const name of measured) keepRow(name, bounds, places);
      writeRows(faults, places);
      const written = readFileSync(places.page, 'utf8');
      for (const name of measured) expect(boundsIn(written, name)).toEqual(bounds);
      const others = (of: string) =>
        of.split('\n').filter((line) => !measured.some((name) => line.startsWith(`| ${name} |`)));
      expect(others(written)).toEqual(others(text));
      expect(readdirSync(folder).toSorted()).toEqual(['page.md', 'reports']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('running 6.2 what is no figure is not written, and where it stands the row has none', () => {
    const [fault] = faults;
    if (fault === undefined) throw new Error('no fault');
    const found = { longestMs: 900, seenMs: 20, servedMs: 4000, lost: [] };
    expect(boundsOf(fault, found)).toEqual({ longest: 2, seen: 1, served: 10 });
    for (const wrong of [{ longestMs: 0 }, { longestMs: 250_000 }, { servedMs: Number.NaN }, { seenMs: null }])
      expect(() => boundsOf(fault, { ...found, ...wrong })).toThrow(RangeError);
    const unseen = { name: 'x', answers: {} };
    expect(boundsOf(unseen, { ...found, seenMs: null })).toMatchObject({ seen: null });
    for (const time of ['Infinity s', 'NaN s', '?'])
      expect(boundsIn(`| x | made | get | 1 s | ${time} | 2 s | nothing | none |`, 'x')).toBeUndefined();
  });

  it('running 6.2 there are twenty faults at least, and no two of them have one name', () => {
    expect(faults.length).toBeGreaterThanOrEqual(20);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });
});
