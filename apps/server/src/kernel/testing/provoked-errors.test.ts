import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { concludeProvoked, noteProvoked } from '#kernel/testing/provoked-errors';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-provoked-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('house 11 an error that no test provokes is named by the attempt in which the last file is green, and by none before', () => {
  const file = join(folder, 'errors.txt');
  expect(concludeProvoked(file, { ranAll: false, isGreen: true })).toEqual([]);
  expect(concludeProvoked(file, { ranAll: true, isGreen: false })).toEqual([]);
  noteProvoked(file, 'ops.system.dropHeld', 'RHSY404');
  // The second attempt, at one file alone.
  const missing = concludeProvoked(file, { ranAll: false, isGreen: true });
  expect(missing).toContain('ops.system.sendHeld RHSY404');
  expect(missing).not.toContain('ops.system.dropHeld RHSY404');
});

it('house 11 what one file has is written to another too: test files share a process', () => {
  const ofFile = (name: string) => {
    const file = join(folder, name);
    noteProvoked(file, 'ops.system.dropHeld', 'RHSY404');
    return readFileSync(file, 'utf8');
  };
  expect([ofFile('first.txt'), ofFile('second.txt')]).toEqual(Array(2).fill('ops.system.dropHeld RHSY404\n'));
});
