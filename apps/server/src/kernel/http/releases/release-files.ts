import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { packFiles, unpackFiles } from '#kernel/http/releases/packed-files';
import type { StaticFile } from '#kernel/http/replies/static-files';
import type { Clock, Digests, Files, Log } from '#kernel/ports';

/** The applications whose files have hashes for names. */
export type HashedApp = 'portal' | 'console';

/** The folders of the store in which builds lie, one file each. No tenant is called so. */
const folders: Readonly<Record<HashedApp, string>> = { portal: 'release-portal', console: 'release-console' };
const apps: readonly HashedApp[] = ['portal', 'console'];

/** Whether a file of the store is a build, which no row names. */
export const isOfRelease = (key: string): boolean => apps.some((app) => key.startsWith(`${folders[app]}/`));

/** As long as a page of a release may be open after the last node of it started or looked. @source running 4.5 */
const keptMs = 30 * 86_400_000;
/** One that is older is laid anew by a node that serves it, so that its time begins with the last day on which one did. @unit ms */
const renewedMs = 43_200_000;
/** Of many builds in a month the newest stay. */
const mostBuilds = 10;
/** Builds beside its own in which a node looks: that before and that after it, where one is taken back. */
const mostLooked = 2;
/** The store is looked at so often at most, whatever is asked for. @unit ms */
const lookEveryMs = 1000;
const nameForm = /^[\w./-]{1,200}$/;

/** The hashed files of other releases, for pages that were loaded from them. */
export interface ReleaseFiles {
  /** Lays this build into the store, and drops what is over. Never rejects. */
  lay(): Promise<void>;
  /** A file that this build does not have and another one has. */
  find(app: HashedApp, name: string): Promise<StaticFile | undefined>;
}

/** What they need. */
export interface ReleaseFilesDeps {
  readonly files: Pick<Files, 'receive' | 'open' | 'list' | 'remove'>;
  readonly isStoreOurs: () => Promise<boolean>;
  readonly clock: Clock;
  readonly digests: Digests;
  readonly log: Log;
  /** The files of this build; null where an application is not built. */
  readonly builds: Readonly<Record<HashedApp, ReadonlyMap<string, StaticFile> | null>>;
  /** Between two looks; tests set less. @unit ms */
  readonly lookEveryMs?: number;
}

/** With a key of the installation: who can write into the store alone cannot have a script served from this origin. */
const digestOf = (digests: Digests, bytes: Buffer): string =>
  digests.of('releaseFiles', createHash('sha256').update(bytes).digest('hex')).toString('base64url');

/** One that was changed in the store is not served: its name is the digest of its bytes. */
const readBuild = async (
  { files, digests, log }: Pick<ReleaseFilesDeps, 'files' | 'digests' | 'log'>,
  key: string,
): Promise<ReadonlyMap<string, StaticFile>> => {
  const found = await files.open(key);
  const packed = found === null ? Buffer.of() : Buffer.concat(await Array.fromAsync(found.body));
  if (key.endsWith(`/${digestOf(digests, packed)}`)) return unpackFiles(packed);
  log.warn({ event: 'releaseFilesChanged', file: key });
  return new Map();
};

/** The builds of one application in the store, newest first. */
const listBuilds = async (files: ReleaseFilesDeps['files'], app: HashedApp) =>
  (await Array.fromAsync(files.list(folders[app]))).toSorted((one, other) => other.at.getTime() - one.at.getTime());

const layBuild = async (
  { files, clock, digests }: ReleaseFilesDeps,
  app: HashedApp,
  build: ReadonlyMap<string, StaticFile>,
): Promise<string> => {
  const packed = packFiles(build);
  const key = `${folders[app]}/${digestOf(digests, packed)}`;
  const ageMs = ({ at }: { readonly at: Date }) => clock.now().getTime() - at.getTime();
  const laid = await listBuilds(files, app);
  const own = laid.find((one) => one.key === key);
  if (own === undefined || ageMs(own) > renewedMs) {
    const incoming = await files.receive();
    try {
      await incoming.write(Readable.from([packed]));
      await incoming.keep(key);
    } finally {
      await incoming.drop();
    }
  }
  const others = laid.filter((one) => one.key !== key);
  for (const [at, other] of others.entries())
    if (at >= mostBuilds || ageMs(other) > keptMs) await files.remove(other.key);
  return key;
};

/** The other builds of one application as a node keeps them, once somebody has asked for a file of theirs. */
const createOthers = (deps: ReleaseFilesDeps, app: HashedApp, ownKey: () => string | undefined) => {
  const everyMs = deps.lookEveryMs ?? lookEveryMs;
  let read = new Map<string, ReadonlyMap<string, StaticFile>>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const keys = (await listBuilds(deps.files, app)).map(({ key }) => key).filter((key) => key !== ownKey());
    const now = new Map<string, ReadonlyMap<string, StaticFile>>();
    for (const key of keys.slice(0, mostLooked)) now.set(key, read.get(key) ?? (await readBuild(deps, key)));
    read = now;
  };
  const lookedAt = (): Promise<void> => {
    if (performance.now() - lookedAtMs < everyMs) return looking ?? Promise.resolve();
    lookedAtMs = performance.now();
    looking = look()
      .catch((error: unknown) => deps.log.warn({ event: 'releaseFilesNotRead', error }))
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const foundIn = (name: string): StaticFile | undefined => {
    for (const files of read.values()) {
      const file = files.get(name);
      if (file !== undefined) return file;
    }
    return undefined;
  };
  return async (name: string): Promise<StaticFile | undefined> => {
    const known = foundIn(name);
    if (known !== undefined) return known;
    await lookedAt();
    return foundIn(name);
  };
};

/**
 * Keeps the hashed files of each release in the store, so that a page of one finds its files on a node of another: each build as one file, named by its
 * digest.
 *
 * @source running 4.5
 */
export const createReleaseFiles = (deps: ReleaseFilesDeps): ReleaseFiles => {
  const own = new Map<HashedApp, string>();
  const others: Readonly<Record<HashedApp, ReturnType<typeof createOthers>>> = {
    portal: createOthers(deps, 'portal', () => own.get('portal')),
    console: createOthers(deps, 'console', () => own.get('console')),
  };
  return {
    async lay() {
      try {
        // In a wrong or unmounted store nobody would find them.
        if (!(await deps.isStoreOurs())) return;
        for (const app of apps) {
          const build = deps.builds[app];
          if (build !== null && build.size > 0) own.set(app, await layBuild(deps, app, build));
        }
      } catch (error) {
        deps.log.warn({ event: 'releaseFilesNotLaid', error });
      }
    },
    find: async (app, name) => (nameForm.test(name) ? others[app](name) : undefined),
  };
};
