import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Builds the package as it is published: modules with their types and styles, unbundled, so that a page's bundler can
 * drop what it does not use. `npm publish dist/package` publishes it.
 */
export function buildRelease(folder: string = join(root, 'dist/package')): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'));
  execFileSync(process.execPath, [join(compiler, '../bin/tsc'), '-p', join(root, 'release'), '--outDir', folder], {
    stdio: 'inherit',
  });
  for (const style of readdirSync(join(root, 'src/react')).filter((name) => name.endsWith('.css'))) {
    cpSync(join(root, 'src/react', style), join(folder, 'react', style));
  }
  for (const text of ['README.md', 'props.md']) cpSync(join(root, text), join(folder, text));
  cpSync(join(root, '../../LICENSE'), join(folder, 'LICENSE'));
  const own: Record<string, unknown> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { private: _private, scripts: _scripts, devDependencies: _devDependencies, ...rest } = own;
  const entry = (name: string): Record<string, string> => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  const published = { ...rest, exports: { '.': entry('index'), './headless': entry('headless') } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildRelease();
