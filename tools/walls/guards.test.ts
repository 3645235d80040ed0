import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nounOrder } from './noun-order.ts';
import { oxlintConfig, oxlintSource } from './oxlint-config.ts';
import { rows } from './rows.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);

interface Finding {
  readonly code: string;
  readonly filename: string;
  readonly message: string;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walls-'));
});
afterAll(() => rm(folder, { recursive: true }));

const plant = async (at: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(at, file)), { recursive: true });
    await writeFile(join(at, file), text);
  }
};

const lint = async (at: string): Promise<Finding[]> => {
  await writeFile(join(at, '.oxlintrc.json'), JSON.stringify({ ...oxlintConfig(root), $schema: undefined }));
  const { stdout } = await run(join(root, 'node_modules/.bin/oxlint'), ['-f', 'json', '.'], {
    cwd: at,
    maxBuffer: 16_000_000,
  }).catch((failed: { stdout: string }) => failed);
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
};

describe('R6.3 house: the walls bite', () => {
  it('house 12 the committed configuration is generated from the table', async () => {
    expect(await readFile(join(root, '.oxlintrc.json'), 'utf8')).toBe(oxlintSource());
  });

  it('house 2 every row refuses each planted import, static and dynamic', async () => {
    const at = await mkdtemp(join(folder, 'rows-'));
    const planted = rows.flatMap((row, index) =>
      row.plant.imports.flatMap((name, each) =>
        [`import { x } from '${name}';\nx();\n`, `export const x = () => import('${name}');\n`].map((text, kind) => {
          const isFixed = /(index|wire)\.ts$/.test(row.plant.file);
          const file = isFixed ? row.plant.file : row.plant.file.replace('planted', `planted-${index}-${each}-${kind}`);
          return { file, text, name, isFixed };
        }),
      ),
    );
    await plant(at, Object.fromEntries(planted.map(({ file, text }) => [file, text])));
    const found = (await lint(at)).filter((finding) => finding.code === 'walls(imports)');
    const missed = planted.filter(
      ({ file, isFixed }) => !isFixed && !found.some((each) => each.filename.endsWith(file)),
    );
    expect(missed.map(({ file, name }) => `${file} may import ${name}`)).toEqual([]);
  }, 60_000);

  it('house 2 rows whose file has a fixed name refuse their planted imports too', async () => {
    for (const row of rows.filter((each) => /(index|wire)\.ts$/.test(each.plant.file))) {
      for (const name of row.plant.imports) {
        const at = await mkdtemp(join(folder, 'fixed-'));
        await plant(at, { [row.plant.file]: `import { x } from '${name}';\nx();\n` });
        expect((await lint(at)).map((finding) => finding.code).join(), `${row.plant.file} ← ${name}`).toContain(
          'walls(imports)',
        );
      }
    }
  }, 60_000);

  it('house 2 where only types may be imported, a type-only import passes and a value does not', async () => {
    const at = await mkdtemp(join(folder, 'types-'));
    await plant(at, {
      'apps/portal/src/features/bill/a.ts':
        "import type { Output } from '@ronghui/contract';\nexport type A = Output<'tenant.get'>;\n",
    });
    expect((await lint(at)).filter((finding) => finding.code === 'walls(imports)')).toEqual([]);
  });

  it('house 2 a noun of the server may import the faces of a noun before it, and its own files from a folder inside it', async () => {
    const at = await mkdtemp(join(folder, 'faces-'));
    const [noun, before] = [nounOrder.at(-1), nounOrder.at(-2)];
    await plant(at, {
      [`apps/server/src/features/${noun}/a.ts`]: `export { x } from '#features/${before}/${before}.reads';\nexport { y } from '#features/${before}/${before}.steps';\n`,
      [`apps/server/src/features/${noun}/part/b.ts`]: "export { z } from '../a.ts';\n",
      [`apps/server/src/features/${noun}/part/c.ts`]: `export { z } from '../../${before}/a.ts';\n`,
    });
    const found = (await lint(at)).filter((finding) => finding.code === 'walls(imports)');
    expect(found.map(({ filename }) => filename)).toEqual([`apps/server/src/features/${noun}/part/c.ts`]);
  });

  it('house 2 a relative import never leaves its room', async () => {
    const rooms = ['apps/*', 'packages/*', 'e2e', 'tools'].flatMap((pattern) => globSync(pattern, { cwd: root }));
    const strays: string[] = [];
    for (const room of rooms) {
      for (const file of globSync(`${room}/**/*.{ts,tsx}`, {
        cwd: root,
        exclude: (name) => name.includes('node_modules'),
      })) {
        const source = await readFile(join(root, file), 'utf8');
        for (const [, to = ''] of source.matchAll(/(?:from|import|import\()\s*'(\.\.?\/[^']+)'/g)) {
          const target = join(dirname(file), to);
          // What the builds have in common stands beside the other tools.
          const isBuild = file.endsWith('vite.config.ts') && target.startsWith('tools/build/');
          // The server's tests send through the lying carrier, ask the lying issuer, pay through the lying channel and start Debian's programs, which are of no room and import none.
          const isOutside =
            /^apps\/server\/.*\.(?:test|fixture)\.ts$/.test(file) &&
            /^tools\/(?:carrier|channel|issuer|servers)\//.test(target);
          const mayRead = room === 'tools' || isBuild || isOutside;
          if (!target.startsWith(`${room}/`) && !mayRead) strays.push(`${file} → ${to}`);
        }
      }
    }
    expect(strays).toEqual([]);
  });

  it('R3.7 money is divided, rounded and formatted in one place only', async () => {
    const at = await mkdtemp(join(folder, 'money-'));
    const wrong = [
      'export const yuan = (fen: number) => fen / 100;',
      'export const text = (fen: number) => fen.toFixed(2);',
      "export const text = (fen: number) => fen['toFixed'](2);",
      'export const text = (fen?: number) => fen?.toFixed(2);',
      'export const part = (price: number) => price * 0.01;',
      'export const part = (price: number) => 0.01 * price;',
      'export const cents = (fen: number) => fen % 100;',
      'export const percent = (rate: number) => rate / 10_000;',
      'export const yuan = (fen: number) => { let size = fen; size /= 100; return size; };',
    ];
    const rooms = [
      'packages/domain/src',
      'packages/ui/src',
      'apps/portal/src/features/bill',
      'apps/server/src/features/bill',
    ];
    const planted = rooms.flatMap((room) =>
      wrong.map((text, each) => [`${room}/planted-${each}.ts`, `${text}\n`] as const),
    );
    const passes = {
      'packages/domain/src/money/planted.ts': 'export const yuan = (fen: number) => fen / 100;\n',
      'apps/server/src/features/bill/fine.ts': 'export const half = (count: number) => count / 2 + count * 100;\n',
    };
    await plant(at, { ...Object.fromEntries(planted), ...passes });
    const found = (await lint(at)).filter(({ code }) => code === 'money(exact)').map(({ filename }) => filename);
    expect(found.toSorted()).toEqual(planted.map(([file]) => file).toSorted());
  });

  it('house 12 the other rules refuse their planted violations', async () => {
    const at = await mkdtemp(join(folder, 'rules-'));
    await plant(at, {
      'packages/domain/src/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
      'packages/domain/src/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
      'packages/domain/src/BadName.ts': 'export const c = 1;\n',
      'packages/domain/src/d.ts': 'export default 1;\n',
      'packages/domain/src/e.ts': 'export const e = (x: any) => x!;\n',
      'packages/domain/src/f.ts': "export const f = () => console.log('x');\n",
      'packages/domain/src/g.ts': `${'// line\n'.repeat(301)}export const g = 1;\n`,
      'packages/domain/src/h.ts': 'export const h = (a: 1, b: 2, c: 3, d: 4, e: 5) => [a, b, c, d, e];\n',
      'packages/ui/src/i.tsx': 'export const I = () => <p dangerouslySetInnerHTML={{ __html: "x" }} />;\n',
    });
    const codes = new Set((await lint(at)).map((finding) => finding.code.replace(/^.*\((.*)\)$/, '$1')));
    expect([...codes]).toEqual(
      expect.arrayContaining([
        'no-cycle',
        'filename-case',
        'no-default-export',
        'no-explicit-any',
        'no-non-null-assertion',
        'no-console',
        'max-lines',
        'max-params',
        'no-danger',
      ]),
    );
  });
});
