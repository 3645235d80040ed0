import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checks, commands, runTask } from './tasks.mjs';

const base = join(import.meta.dirname, '../..');

describe('the scripts of the repository', () => {
  it.each(Object.entries(commands))('R14.1 every program that %s runs is there', (_name, list) => {
    const programs = list.flatMap(([program, file = '']) => (program === 'node' ? [file] : []));
    expect(programs.filter((file) => !existsSync(join(base, file)))).toEqual([]);
  });

  it('R14.1 every script of package.json is one that the launcher knows', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(base, 'package.json'), 'utf8'),
    );
    const run = Object.values(scripts).flatMap((line) => /launch\.mjs run (\S+)$/.exec(line)?.[1] ?? []);
    expect(run.filter((name) => !(name in commands) && !(name in checks))).toEqual([]);
    expect(run.length).toBeGreaterThan(10);
  });

  it('R14.1 journeys that run alone have their temporary files in memory too, and nothing is left there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ronghui-tasks-'));
    try {
      const playwright = '#!/bin/sh\nprintf "%s %s" "$TMPDIR" "$*" >"$WRITTEN"\n';
      writeFileSync(join(folder, 'playwright'), playwright, { mode: 0o700 });
      const written = join(folder, 'written');
      const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, WRITTEN: written };
      const code = await runTask('journeys', {
        base,
        runtime: { node: process.execPath, env },
        args: ['--project=h5'],
        machine: { folder, available: Infinity, free: Infinity, mounts: `tmpfs ${folder} tmpfs rw 0 0\n` },
      });
      expect(code).toBe(0);
      const [temporary = '', ...args] = readFileSync(written, 'utf8').split(' ');
      expect(args).toEqual(['test', '--project=h5']);
      expect(dirname(temporary)).toBe(folder);
      expect(existsSync(temporary)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
