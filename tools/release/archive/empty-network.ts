import { spawnSync } from 'node:child_process';

const isRoot = process.getuid?.() === 0;
/** The ordinary user that root becomes. */
export const nobody = 65_534;

const works = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** How a program is run by an ordinary user: the words before its own, and what this machine cannot give it. */
export interface Bounds {
  readonly words: readonly string[];
  readonly leftOut: readonly string[];
}

const becomeNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const dropAll = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];

/** An ordinary user in a network without any route: only loopback is up. */
export const emptyNetwork = (): Bounds => {
  const up = 'ip link set lo up && exec "$@"';
  const unshare = isRoot ? ['unshare', '--net'] : ['unshare', '--user', '--map-current-user', '--net', '--keep-caps'];
  const drop = isRoot ? becomeNobody : ['setpriv', '--ambient-caps=-all', '--inh-caps=-all'];
  const [first = '', ...rest] = [...unshare, 'sh', '-c', up, 'sh', ...drop];
  if (works(first, [...rest, 'true'])) return { words: [first, ...rest], leftOut: [] };
  const leftOut = ['no network namespace: the archive was started with the network of this machine'];
  return { words: isRoot ? becomeNobody : [], leftOut };
};

/**
 * As far as can be without systemd what `deploy/systemd/ronghui.service` states: an ordinary user, no new privileges, no capabilities, everything
 * read-only but the folders that are named, a `/tmp` of its own, and the empty network besides.
 */
export const serviceBounds = (writable: readonly string[]): Bounds => {
  const left = [
    'the filter of system calls, RestrictNamespaces, RestrictAddressFamilies, PrivateUsers and ProtectProc need systemd',
  ];
  if (!isRoot) return { ...emptyNetwork(), leftOut: ['a read-only file system needs root here', ...left] };
  const binds = writable.map((folder) => `mount --bind '${folder}' '${folder}'`);
  const script = [
    'mount --make-rprivate /',
    ...binds,
    'mount -o remount,bind,ro /',
    'mount -t tmpfs -o mode=1777 tmpfs /tmp',
    'ip link set lo up',
    'exec "$@"',
  ].join(' && ');
  const words = ['--mount', '--net', 'sh', '-c', script, 'sh', ...becomeNobody, ...dropAll];
  if (works('unshare', [...words, 'true'])) return { words: ['unshare', ...words], leftOut: left };
  return { ...emptyNetwork(), leftOut: ['no mount namespace: the file system stayed writable', ...left] };
};
