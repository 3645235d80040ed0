/** An entry of `package-lock.json`, as far as it says what a package is. */
export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  /** Where a link leads. */
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** `package-lock.json`. */
export interface LockFile {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const modules = 'node_modules/';

/** What a place in `node_modules` holds, or a workspace by its own name. */
const nameAt = (place: string, { name }: LockedPackage): string =>
  name ?? place.slice(place.lastIndexOf(modules) + modules.length);

/** The address of a package (purl). */
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.startsWith('@') ? `%40${name.slice(1)}` : name}@${version}`;

const refAt = (place: string, locked: LockedPackage): string =>
  `${purlOf(nameAt(place, locked), locked.version ?? '')}${place.startsWith(modules) && !place.includes(modules, 1) ? '' : `#${place}`}`;

const hashesOf = (integrity: string | undefined) =>
  (integrity ?? '').split(' ').flatMap((one) => {
    const [algorithm = '', digest = ''] = one.split(/-(.*)/s);
    if (!algorithm.startsWith('sha')) return [];
    return [{ alg: `SHA-${algorithm.slice(3)}`, content: Buffer.from(digest, 'base64').toString('hex') }];
  });

/** What a licence is called: a name of SPDX, or an expression of several. */
const licencesOf = (licence: string | undefined) => {
  if (licence === undefined) return [];
  return / (?:OR|AND|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];
};

/** Where Node finds a dependency of the package at a place: beside it, or further up. */
export const resolvePlace = (from: string, name: string, { packages }: LockFile): string | null => {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/')))) {
    const found = `${place === '' ? '' : `${place}/`}${modules}${name}`;
    if (packages[found] !== undefined) return found;
    if (place === '') return null;
  }
};

/**
 * The bill of materials of a lock file in CycloneDX 1.6: every package with version, digest and licence, and what needs what. What is needed for building and testing
 * alone is `excluded`, what is left out on some systems `optional`.
 *
 * @source security 4.13
 */
export const billOfMaterials = (lock: LockFile, made: { readonly at: Date; readonly serial: string }) => {
  const product = { type: 'application', name: lock.name, version: lock.version } as const;
  const places = Object.entries(lock.packages).filter(([place, { link }]) => place !== '' && link !== true);
  const refs = new Map(places.map(([place, locked]) => [place, refAt(place, locked)]));
  const root = purlOf(lock.name, lock.version);
  const neededBy = (place: string, locked: LockedPackage) =>
    Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }).flatMap((name) => {
      const found = resolvePlace(place, name, lock);
      return found === null ? [] : (refs.get(found) ?? []);
    });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${made.serial}`,
    version: 1,
    metadata: { timestamp: made.at.toISOString(), component: { ...product, 'bom-ref': root } },
    components: places.map(([place, locked]) => {
      const name = nameAt(place, locked);
      const version = locked.version ?? '';
      return {
        type: 'library',
        'bom-ref': refs.get(place),
        name,
        version,
        purl: purlOf(name, version),
        scope:
          locked.dev === true ? 'excluded' : (locked.optional ?? locked.devOptional) === true ? 'optional' : 'required',
        hashes: hashesOf(locked.integrity),
        licenses: licencesOf(locked.license),
      };
    }),
    dependencies: [
      { ref: root, dependsOn: places.flatMap(([place]) => (place.includes(modules) ? [] : (refs.get(place) ?? []))) },
      ...places.map(([place, locked]) => ({ ref: refs.get(place), dependsOn: [...new Set(neededBy(place, locked))] })),
    ],
  };
};
