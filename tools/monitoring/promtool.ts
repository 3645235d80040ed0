import { spawnSync } from 'node:child_process';
import { debianProgram } from '../servers/debian-program.ts';

/** Prometheus' tool for rules: the machine's own, or Debian's, which is unpacked once. Null where there is none, which is printed. */
export const findPromtool = (): string | null => {
  if (spawnSync('promtool', ['--version'], { stdio: 'ignore' }).error === undefined) return 'promtool';
  const program = debianProgram('promtool', ['prometheus']);
  if (program === null) console.warn('LEFT OUT: without promtool the rules of deploy/monitoring are not checked.');
  return program?.file ?? null;
};
