import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Builds the package as it is published: modules with their types and source maps, unbundled, so that a page's bundler
 * can drop what it does not use, and its style sheets, which no module imports. `npm publish dist/package` publishes it.
 */
export function buildRelease(folder: string = join(root, 'dist/package')): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'));
  execFileSync(process.execPath, [join(compiler, '../bin/tsc'), '-p', join(root, 'release'), '--outDir', folder], {
    stdio: 'inherit',
  });
  for (const file of readdirSync(folder, { recursive: true }).map(String)) {
    // declarations name their sources, which compilers of other settings do not look for
    if (file.endsWith('.d.ts')) rewrite(join(folder, file), /(["'])(\.{1,2}\/[^"']+)\.tsx?\1/gu, '$1$2.js$1');
  }
  const styles = readdirSync(join(root, 'src/style'));
  for (const style of styles) {
    writeFileSync(join(folder, style), bundleStyle(join(root, 'src/style', style)));
    // a compiler that checks imports for their effects alone wants types of a style sheet too
    writeFileSync(join(folder, `${style.slice(0, -4)}.css.d.ts`), 'export {};\n');
  }
  cpSync(join(root, 'guide.md'), join(folder, 'README.md'));
  cpSync(join(root, 'props.md'), join(folder, 'props.md'));
  cpSync(join(root, '../../LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(styles), null, 2)}\n`);
}

const rewrite = (path: string, found: RegExp, by: string): void =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(found, by));

/** A style sheet with the parts that it imports. */
function bundleStyle(path: string): string {
  const source = readFileSync(path, 'utf8');
  return source.replace(/^@import "([^"]+)";\n/gmu, (_, part: string) => bundleStyle(join(dirname(path), part)));
}

interface Manifest extends Record<string, unknown> {
  dependencies: Record<string, string>;
}

/** The manifest as it is published: no scripts, nothing private, and entries that name the built files. */
function manifestOf(styles: readonly string[]): Record<string, unknown> {
  const own: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { private: _private, scripts: _scripts, devDependencies: _devDependencies, ...rest } = own;
  const entry = (name: string, ending = '.js') => ({
    types: `./${name}${ending === '.js' ? '' : ending}.d.ts`,
    default: `./${name}${ending}`,
  });
  const sheets = styles.map((style) => [`./${style}`, entry(style.slice(0, -4), '.css')]);
  return {
    ...rest,
    // a page may hold a newer one of the same major version
    dependencies: Object.fromEntries(Object.entries(rest.dependencies).map(([name, at]) => [name, `^${at}`])),
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': entry('index'),
      './headless': entry('headless'),
      ...Object.fromEntries(sheets),
      './package.json': './package.json',
    },
    publishConfig: { access: 'public' },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildRelease();
