import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Names, readLabel, readNoun, respell } from './names.ts';
import type { NounProfile } from './noun-profile.ts';
import { profileOf } from './noun-profiles.ts';
import { register, registrations } from './registrations.ts';
import { dropUnusedImports, fillTemplate, templateOf } from './template.ts';

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

/** A noun that is about to be laid out: fills templates for it. */
interface Plan {
  readonly names: Names;
  readonly route: string;
  readonly fill: (text: string) => string;
}

const planOf = (names: Names, profile: NounProfile): Plan => {
  const template = templateOf(names, profile);
  return {
    names,
    route: names.camel,
    fill: (text) => fillTemplate(text, names, template, profile.rowNo),
  };
};

/** Writes the templates' files under the noun's name. */
const layOut = ({ names, fill }: Plan): string[] => {
  const number = String(sqlOf(migrations).length + 1).padStart(4, '0');
  return globSync('**/*.txt', { cwd: rooms })
    .toSorted()
    .flatMap((file) => {
      const text = dropUnusedImports(fill(readFileSync(join(rooms, file), 'utf8')));
      const target = respell(file, names)
        .replace(/\.txt$/, '')
        .replace('NNNN', number);
      mkdirSync(dirname(join(root, target)), { recursive: true });
      writeFileSync(join(root, target), text, { flag: 'wx' });
      return [target];
    });
};

/** The files that list all nouns, with this one in them; nothing is written yet, so that a file that has changed its form stops everything. */
const announced = ({ fill }: Plan): ReadonlyMap<string, string> => {
  const changed = new Map<string, string>();
  const textOf = (file: string) => changed.get(file) ?? readFileSync(join(root, file), 'utf8');
  for (const each of registrations) {
    changed.set(each.file, register(textOf(each.file), { ...each, text: fill(each.text) }));
  }
  return changed;
};

const run = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

const make = (names: Names, label: string): void => {
  const plan = planOf(names, profileOf(names.kebab, label));
  const listed = announced(plan);
  const made = layOut(plan);
  for (const [file, text] of listed) writeFileSync(join(root, file), text);
  const changed = [...listed.keys()];
  run(process.execPath, 'tools/generate/gateway-map.ts');
  run(process.execPath, 'tools/walls/write.ts');
  run(
    join(root, 'node_modules/.bin/biome'),
    'check',
    '--write',
    '--vcs-enabled=false',
    ...[...made, ...changed].filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts')),
  );
  const generated = ['packages/contract/src/gateway-map.gen.ts', '.oxlintrc.json'];
  console.log(`${[...made.map((file) => `+ ${file}`), ...[...changed, ...generated].map((file) => `~ ${file}`)].join('\n')}

The page is at /merchant/userCenter/${plan.route}. Next: what the noun means, in this order: contract, domain, migration and SQL, handlers,
page, journey. Then
  npm run openapi && npm run tables         what is generated
  tools/walls/noun-order.ts                 its place, if a noun before it has to ask it
  docs/glossary.md, docs/requirements.md    its name and its clauses
  packages/contract/src/auth-keys.ts        keys of its own, if it has none yet
  npm run check, npm run units -- --project server ${names.kebab}, npm run journeys -- e2e/journeys/${names.kebab}.spec.ts`);
};

const refuse = (why: string): void => {
  console.error(`${why}\n用法 / usage: npm run new <noun> [中文名称]`);
  process.exitCode = 1;
};

const [, , typed = '', typedLabel = '记录'] = process.argv;
const names = readNoun(typed, existing());
const label = readLabel(typedLabel);
if (typeof names === 'string') refuse(names);
else if (typeof label === 'string') refuse(label);
else make(names, label.label);
