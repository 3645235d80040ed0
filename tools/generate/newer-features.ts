import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserFloor } from '../build/browser-floor.ts';

/**
 * Writes `tools/browsers/newer-features.gen.ts` from a published version of MDN's compatibility data:
 * `node tools/generate/newer-features.ts 8.1.9`. The package is no dependency, because it is needed only for a new floor or a new edition.
 */

interface Support {
  readonly version_added: string | boolean | null;
  readonly version_removed?: string | boolean;
  readonly flags?: unknown;
  readonly prefix?: string;
  readonly alternative_name?: string;
}
interface Feature {
  readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[]>> };
  readonly [name: string]: unknown;
}

const target = join(import.meta.dirname, '../browsers/newer-features.gen.ts');
const name = '@mdn/browser-compat-data';
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name a version, such as 8.1.9');

const folder = mkdtempSync(join(tmpdir(), 'features-'));
const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], {
  cwd: folder,
  encoding: 'utf8',
}).trim();
execFileSync('tar', ['xzf', packed], { cwd: folder });
// The package's own format; other data fails below.
const data = JSON.parse(readFileSync(join(folder, 'package/data.json'), 'utf8')) as Record<
  'api' | 'css' | 'javascript',
  Feature
>;
rmSync(folder, { recursive: true });

const isSince = (support: Support, floor: number): boolean => {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = support;
  if (added === true) return true;
  // An entry that ended later goes on in another.
  if (typeof removed === 'string' && Number.parseFloat(removed) <= floor) return false;
  if (typeof added !== 'string' || removed === true || (flags ?? prefix ?? other) !== undefined) return false;
  const number = Number.parseFloat(added.replace('≤', ''));
  return Number.isFinite(number) && number <= floor;
};

/** Whether every browser of the floor has a feature. Data without a browser says nothing about it. */
const isThere = ({ __compat: compat }: Feature): boolean =>
  compat === undefined ||
  Object.entries(browserFloor).every(([browser, floor]) => {
    const support = compat.support[browser];
    return support === undefined || [support].flat().some((each) => isSince(each as Support, floor));
  });

const partsOf = (feature: unknown): [string, Feature][] =>
  Object.entries(Object(feature) as Feature).flatMap(([part, value]): [string, Feature][] =>
    part !== '__compat' && typeof value === 'object' && value !== null ? [[part, value as Feature]] : [],
  );

const isName = (text: string): boolean => /^[A-Za-z]\w*$/.test(text);

const globals = new Set<string>();
const statics = new Set<string>();
const members = new Set<string>();
const knownMembers = new Set<string>();
const builtins = partsOf((data.javascript as { builtins: Feature }).builtins);
const isBuiltIn = new Set(builtins.map(([owner]) => owner));
const ownsStatically = (owner: string, member: string): boolean =>
  Object.hasOwn(Object(Reflect.get(globalThis, owner)), member) || ['Math', 'JSON', 'Intl', 'Atomics'].includes(owner);
/** What pages work with; members of other interfaces are found by the interface's name. */
const usual =
  /^(?:HTML\w*Element|Element|Node|Document|Range|Selection|Response|Request|Headers|URL\w*|FormData|Blob|File|Navigator|Window|Event|History|Animation|CSSStyleSheet|DataTransfer)$/;
for (const [owner, feature] of [...builtins, ...partsOf(data.api)]) {
  if (!isThere(feature) && /^[A-Z]\w*$/.test(owner)) globals.add(owner);
  for (const [part, member] of partsOf(feature)) {
    const isStatic = part.endsWith('_static') || (isBuiltIn.has(owner) && ownsStatically(owner, part));
    const plain = part.replace(/_static$/, '');
    if (!isName(plain) || plain === owner || plain.includes('_')) continue;
    if (isThere(member) && isThere(feature)) knownMembers.add(plain);
    else if (isStatic) statics.add(`${owner}.${plain}`);
    else if (owner === 'Window') globals.add(plain);
    // A name of one word may be anything's.
    else if (/[A-Z]/.test(plain) && (isBuiltIn.has(owner) || usual.test(owner))) members.add(plain);
  }
}
// What a property of this name is, only its type tells; where one of the floor's has it, it is let pass.
for (const member of knownMembers) members.delete(member);

const css = data.css as unknown as Record<'properties' | 'selectors' | 'at-rules' | 'types', Feature>;
const missing = (feature: Feature): string[] =>
  partsOf(feature).flatMap(([part, each]) => (isThere(each) || part.startsWith('-') ? [] : [part]));
const functions = [...partsOf(css.types), ['color', (css.types as { color: Feature }).color] as const].flatMap(
  ([, each]) => missing(each),
);
const units = missing((css.types as { length: Feature }).length);

const lists = {
  globals: [...globals],
  statics: [...statics],
  members: [...members],
  properties: missing(css.properties),
  selectors: missing(css.selectors),
  atRules: missing(css['at-rules']),
  functions: [...new Set([...missing(css.types), ...functions])].filter((each) => /^[a-z][a-z\d-]*$/.test(each)),
  units,
};
for (const [list, found] of Object.entries(lists)) if (found.length < 3) throw new Error(`${list}: ${found.join(' ')}`);

const words = (list: readonly string[]): string => `'${[...new Set(list)].sort().join(' ')}'.split(' ')`;
writeFileSync(
  target,
  `// Written by tools/generate/newer-features.ts out of ${name} ${version} (CC0): what a browser of the floor may lack.

export const newerFeatures = {
${Object.entries(lists)
  .map(([list, found]) => `  ${list}: ${words(found)},`)
  .join('\n')}
} as const;
`,
);
