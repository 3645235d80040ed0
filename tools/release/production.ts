import { type LockedPackage, type LockFile, resolvePlace } from '../supply/bill-of-materials.ts';

/** The machine that an archive is for. */
export const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const;

const fits = ({ os, cpu, libc }: LockedPackage): boolean =>
  (os?.includes(machine.os) ?? true) && (cpu?.includes(machine.cpu) ?? true) && (libc?.includes(machine.libc) ?? true);

/** What a package needs while it runs. */
const neededOf = ({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta,
}: LockedPackage): string[] => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
];

/** What of a lock file a workspace needs while it runs, in the order of places. */
export interface Production {
  /** Folders of packages from the registry. */
  readonly packages: readonly string[];
  /** Workspaces, itself among them. */
  readonly workspaces: readonly string[];
}

/** Follows the dependencies of a workspace; what other systems need is left out, and so is what builds and tests. */
export const productionOf = (lock: LockFile, workspace: string): Production => {
  const packages = new Set<string>();
  const workspaces = new Set<string>();
  const waiting = [workspace];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const locked = lock.packages[place];
    if (locked === undefined || !fits(locked) || packages.has(place) || workspaces.has(place)) continue;
    if (locked.link === true) {
      waiting.push(locked.resolved ?? '');
      continue;
    }
    (place.includes('node_modules/') ? packages : workspaces).add(place);
    const from = place;
    waiting.push(...neededOf(locked).flatMap((name) => resolvePlace(from, name, lock) ?? []));
  }
  return { packages: [...packages].toSorted(), workspaces: [...workspaces].toSorted() };
};
