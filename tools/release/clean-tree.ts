import { execFileSync } from 'node:child_process';
import { LaunchError } from '../launch/say.mjs';

/** How many paths a refusal names. */
const namedAtMost = 5;

const changesOf = (base: string): readonly { readonly isUntracked: boolean; readonly path: string }[] =>
  execFileSync('git', ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'], {
    cwd: base,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => ({ isUntracked: line.startsWith('??'), path: line.slice(3) }));

/**
 * Refuses a working tree that is not its commit, by which an archive is named and dated: tracked files that are changed, and untracked ones below what is
 * packed.
 *
 * @throws LaunchError with a sentence that names them
 */
export const refuseChanges = (base: string, packed: readonly string[]): void => {
  const isPacked = (path: string) => packed.some((place) => path === place || path.startsWith(`${place}/`));
  const found = changesOf(base).filter(({ isUntracked, path }) => !isUntracked || isPacked(path));
  if (found.length === 0) return;
  const named = found.slice(0, namedAtMost).map(({ path }) => path);
  const more = found.length > named.length ? `… (${found.length})` : '';
  throw new LaunchError(
    `工作区与提交不一致，发布包会与它的提交不符：${named.join(' ')}${more}。请先提交或还原，或加 --dirty / these are not in the commit that the archive is dated by: commit or restore them, or add --dirty`,
  );
};
