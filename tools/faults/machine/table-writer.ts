import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, runtimeDir } from '../../launch/paths.mjs';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { type Bounds, withMeasured } from './table.ts';

/** Whether a run writes what it measures, in place of holding it against the table. */
export const isWriting = (): boolean => process.env['RONGHUI_FAULT_TABLE'] === 'write';

/** Where the table stands, and where measured rows wait until the run ends. */
export interface TablePlaces {
  readonly page: string;
  readonly rows: string;
}
const places: TablePlaces = {
  page: join(root, 'docs/operations.md'),
  rows: join(runtimeDir, 'reports/fault-rows.jsonl'),
};

/** Keeps what was measured of a fault: files of tests run beside each other, and the page has one writer. */
export const keepRow = (name: string, bounds: Bounds, { rows }: TablePlaces = places): void => {
  mkdirSync(dirname(rows), { recursive: true });
  // A line is written by one call, after whatever the other file has written.
  appendFileSync(rows, `${JSON.stringify([name, bounds])}\n`);
};

/** Writes the kept rows into the page; rows of faults that were not measured stay. */
export const writeRows = (list: readonly Fault[], { page, rows }: TablePlaces = places): void => {
  if (!existsSync(rows)) return;
  const lines = readFileSync(rows, 'utf8').trimEnd().split('\n');
  // Written by `keepRow`.
  const measured = new Map(lines.map((line) => JSON.parse(line) as [string, Bounds]));
  const fresh = `${page}.${process.pid}`;
  writeFileSync(fresh, withMeasured(readFileSync(page, 'utf8'), list, measured));
  renameSync(fresh, page);
  rmSync(rows);
};

/** Before the files of a run, in the process that starts them (`globalSetup` of Vitest). */
export const setup = (): void => rmSync(places.rows, { force: true });

/** And after them. */
export const teardown = (): void => writeRows(faults);
