import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyReport } from './runners.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('R14.1 a run that ended without a report does not pass for the run before it', () => {
  const [report, kept] = [join(folder, 'report.json'), join(folder, 'kept.json')];
  writeFileSync(report, 'of yesterday');
  copyReport(report, kept);
  expect(readFileSync(kept, 'utf8')).toBe('of yesterday');
  rmSync(report);
  copyReport(report, kept);
  expect(existsSync(kept)).toBe(false);
});
