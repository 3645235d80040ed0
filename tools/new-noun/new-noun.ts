import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Names, readNoun, respell } from './names.ts';
import { register, registrations } from './registrations.ts';

const root = join(import.meta.dirname, '../..');
const rooms = join(import.meta.dirname, 'rooms');
const migrations = join(root, 'apps/server/migrations');

const sqlOf = (folder: string) => readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name));

/** Every name that is a noun in one of the rooms. */
const existing = (): string[] => [
  ...globSync('packages/contract/src/operations/*.ts', { cwd: root }).map((file) => file.replace(/^.*\/|\.ts$/g, '')),
  ...globSync('apps/*/src/features/*/', { cwd: root }).map((folder) => folder.replace(/\/$/, '').replace(/^.*\//, '')),
  ...globSync('packages/domain/src/**/*.ts', { cwd: root }).map((file) => file.replace(/^.*\/|(\.test)?\.ts$/g, '')),
  ...sqlOf(migrations).map((name) => name.replace(/^\d{4}_|\.sql$/g, '').replaceAll('_', '-')),
];

const nextNumber = (): string => String(sqlOf(migrations).length + 1).padStart(4, '0');

/** Writes the sample's files under the noun's name. */
const layOut = (names: Names): string[] => {
  const number = nextNumber();
  return globSync('**/*.txt', { cwd: rooms })
    .toSorted()
    .map((file) => {
      const target = respell(file, names)
        .replace(/\.txt$/, '')
        .replace('NNNN', number);
      mkdirSync(dirname(join(root, target)), { recursive: true });
      writeFileSync(join(root, target), respell(readFileSync(join(rooms, file), 'utf8'), names), { flag: 'wx' });
      return target;
    });
};

/** Makes the noun known to the files that list all of them. */
const announce = (names: Names): string[] => {
  for (const registration of registrations) {
    const file = join(root, registration.file);
    writeFileSync(
      file,
      register(readFileSync(file, 'utf8'), { ...registration, text: respell(registration.text, names) }),
    );
  }
  return [...new Set(registrations.map(({ file }) => file))];
};

const run = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

const noun = readNoun(process.argv[2] ?? '', existing());
if (typeof noun === 'string') {
  console.error(noun);
  process.exitCode = 1;
} else {
  const made = layOut(noun);
  const changed = announce(noun);
  run(process.execPath, 'tools/generate/gateway-map.ts');
  run(process.execPath, 'tools/generate/openapi.ts');
  run(process.execPath, 'tools/walls/write.ts');
  run(
    join(root, 'node_modules/.bin/biome'),
    'check',
    '--write',
    ...made.filter((file) => !file.endsWith('.sql')),
    ...changed,
  );
  console.log(`${[...made.map((file) => `+ ${file}`), ...changed.map((file) => `~ ${file}`)].join('\n')}

Next: what the noun means, in this order: contract, domain, migration and SQL, handlers, page, journey. Then
  npm run openapi && npm run tables    what is generated
  docs/glossary.md, docs/requirements.md    its name and its clauses
  packages/contract/src/auth-keys.ts    keys of its own, if it has them`);
}
