import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checks, commands } from './tasks.mjs';

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
});
