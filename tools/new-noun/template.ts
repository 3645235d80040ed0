import { type Names, respell } from './names.ts';
import type { Field, NounProfile, Status } from './noun-profile.ts';

/** The values of `%name%` in a template. */
type Values = Readonly<Record<string, string>>;

const snakeOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** The values of a field: schema, column, sample. */
const fieldValues = ({ name, label, max }: Field): Values => ({
  field: name,
  column: snakeOf(name),
  shape: `text(${max})`,
  sql: `text not null check (char_length(${snakeOf(name)}) between 1 and ${max})`,
  sample: `'示例${label}'`,
  shown: `示例${label}`,
  label,
});

const statusValues = ({ word, label, tone }: Status): Values => ({ word, label, tone });

const wordsOf = (values: Values, suffix: string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}${suffix}`, value]));

/** A profile in the form that templates take. */
export interface Template {
  readonly lists: Readonly<Record<string, readonly Values[]>>;
  readonly values: Values;
}

const textsOf = (values: readonly Values[], name: string): readonly string[] =>
  values.map(({ [name]: value = '' }) => value);

/** The lists that `each` of a template asks for, and the values that it names. */
export const templateOf = (names: Names, profile: NounProfile): Template => {
  const { write, statuses, search } = profile;
  const fields = profile.fields.map(fieldValues);
  const searched = fields.find(({ field }) => field === search);
  const filterNames = [search, 'status'];
  const [first, other] = statuses;
  const stuck = statuses.find(({ word }) => !write.from.includes(word)) ?? other;
  const done = statuses.find(({ word }) => word === write.to) ?? other;
  return {
    lists: { fields, statuses: statuses.map(statusValues) },
    values: {
      aThing: `${/^[aeiou]/.test(profile.thing) ? 'an' : 'a'} ${profile.thing}`,
      things: profile.things,
      label: profile.label,
      unit: profile.unit,
      numberLabel: profile.rowNoLabel,
      route: names.camel,
      detail: profile.detail,
      clause: profile.clause,
      stateClause: profile.stateClause,
      statuses: quoted(statuses.map(({ word }) => word)),
      title: profile.label,
      shownFirst: fields[0]?.['shown'] ?? '',
      rowText: [...textsOf(fields, 'shown'), first.label, '2026-11-20 09:30'].join(''),
      cardNames: ['rowNo', ...textsOf(fields, 'field'), 'status', 'createdAt'].join(', '),
      filterNames: filterNames.join(', '),
      filterWords: quoted(filterNames),
      filterAddress: `status=${other.word}`,
      filterInput: `status: '${other.word}'`,
      ...wordsOf(statusValues(first), 'First'),
      ...wordsOf(statusValues(other), 'Other'),
      ...wordsOf(statusValues(stuck), 'Stuck'),
      doneLabel: done.label,
      verb: write.verb,
      act: write.act,
      Act: upperFirst(write.act),
      from: quoted(write.from),
      to: write.to,
      writeKey: write.key,
      actLabel: write.label,
      search,
      searchLabel: searched?.['label'] ?? '',
      searchColumn: searched?.['column'] ?? '',
      searchShape: searched?.['shape'] ?? '',
    },
  };
};

const directive = /^\s*(?:\/\/|--): (each|end)(?: (\S+))?$/;

const fill = (line: string, values: Values): string =>
  line.replaceAll(/%(\w+)%/g, (found, name: string) => values[name] ?? found);

/** The lines of a template from `at` to its `end`, and where they end. */
const blockFrom = (
  lines: readonly string[],
  at: number,
): { readonly body: readonly string[]; readonly end: number } => {
  let depth = 0;
  for (let index = at; index < lines.length; index += 1) {
    const [, kind] = directive.exec(lines[index] ?? '') ?? [];
    if (kind === 'end' && depth === 0) return { body: lines.slice(at, index), end: index };
    if (kind !== undefined) depth += kind === 'end' ? -1 : 1;
  }
  throw new Error(`a block without its end: ${lines[at - 1]}`);
};

const expandLines = (lines: readonly string[], template: Template, values: Values): string[] => {
  const made: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const [, kind, name = ''] = directive.exec(line) ?? [];
    if (kind === undefined) {
      made.push(fill(line, values));
      continue;
    }
    const { body, end } = blockFrom(lines, index + 1);
    for (const each of template.lists[name] ?? []) made.push(...expandLines(body, template, { ...values, ...each }));
    index = end;
  }
  return made;
};

/** Leaves out the imported names that the rest of a file does not use. */
export const dropUnusedImports = (source: string): string => {
  const imports = /^import (type )?\{([^}]*)\} from ('[^']+');\n/gm;
  const rest = source.replaceAll(imports, '');
  return source.replaceAll(imports, (_, type: string | undefined, list: string, from: string) => {
    const used = list
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '' && new RegExp(`\\b${each.replace(/^(?:type |.* as )/, '')}\\b`).test(rest));
    return used.length === 0 ? '' : `import ${type ?? ''}{ ${used.join(', ')} } from ${from};\n`;
  });
};

/**
 * A template's text for a noun. Lines between `//: each list` and `//: end` (`--:` in SQL) are repeated, `%name%` stands for a value, and the
 * sample's spellings become the noun's.
 */
export const fillTemplate = (text: string, names: Names, template: Template, rowNo: string): string => {
  const expanded = expandLines(text.split('\n'), template, template.values).join('\n');
  const spelt = respell(expanded.replaceAll(/\browNo\b/g, rowNo).replaceAll(/\brow_no\b/g, snakeOf(rowNo)), names);
  const left = /%\w+%/.exec(spelt)?.[0];
  if (left !== undefined) throw new Error(`a template names ${left}, which has no value`);
  return spelt;
};
