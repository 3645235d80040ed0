import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem } from 'node:os';

const first = (program: string, args: readonly string[]): string => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
};

/** Describes the machine for comparisons, without naming it. */
export const describeMachine = (browser: string | undefined): string => {
  const [cpu] = cpus();
  return [
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`,
    `${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `${process.platform} ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
    ...(browser === undefined ? [] : [first(browser, ['--version'])]),
  ].join(', ');
};

/** The commit that was measured, and whether the tree differs from it. */
export const describeCommit = (): string => {
  const commit = first('git', ['rev-parse', '--short=12', 'HEAD']);
  return first('git', ['status', '--porcelain']) === '' ? commit : `${commit} with changes`;
};
