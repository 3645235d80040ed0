import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Writes `packages/domain/src/search-text/traditional-signs.gen.ts` from a published version of the OpenCC dictionaries:
 * `node tools/generate/traditional-signs.ts 1.4.2`. The package is no dependency, because it is needed only for a new edition of them.
 */

const target = join(import.meta.dirname, '../../packages/domain/src/search-text/traditional-signs.gen.ts');
const name = 'opencc-js';
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name a version, such as 1.4.2');

const folder = mkdtempSync(join(tmpdir(), 'signs-'));
const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], {
  cwd: folder,
  encoding: 'utf8',
}).trim();
execFileSync('tar', ['xzf', packed], { cwd: folder });
// The package's own face; another one fails below.
const { Converter } = (await import(pathToFileURL(join(folder, 'package/dist/esm/full.js')).href)) as {
  readonly Converter: (languages: { from: string; to: string }) => (text: string) => string;
};
const toSimplified = Converter({ from: 't', to: 'cn' });
rmSync(folder, { recursive: true });

/** The signs of GB 2312, which every text in simplified Chinese is written with. */
const common = new Set<string>();
const decoder = new TextDecoder('gb18030');
for (let row = 0xb0; row <= 0xf7; row += 1) {
  for (let cell = 0xa1; cell <= 0xfe; cell += 1) common.add(decoder.decode(new Uint8Array([row, cell])));
}

const from: string[] = [];
const to: string[] = [];
for (let code = 0x4e00; code <= 0x9fff; code += 1) {
  const sign = String.fromCodePoint(code);
  const simplified = toSimplified(sign);
  if (simplified === sign || !common.has(simplified)) continue;
  from.push(sign);
  to.push(simplified);
}
if (from.length < 2000) throw new Error(`only ${from.length} signs`);

writeFileSync(
  target,
  `// Written by tools/generate/traditional-signs.ts out of ${name} ${version} (MIT; its dictionaries are those of OpenCC, Apache-2.0):
// the traditional signs of one sign each in GB 2312.

export const traditionalSigns =
  '${from.join('')}';

/** The simplified sign of each, in the same order. */
export const simplifiedSigns =
  '${to.join('')}';
`,
);
