import { type Names, respell } from './names.ts';
import type { Field, NounProfile, Status } from './noun-profile.ts';

/** The values of `%name%` in a template. */
type Values = Readonly<Record<string, string>>;

const snakeOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
const isMoney = ({ kind }: Field): boolean => kind === 'fen' || kind === 'fenOrNull';

const columnOf = (field: Field): string =>
  isMoney(field) ? `${snakeOf(field.name).replace(/_amount$/, '')}_fen` : snakeOf(field.name);

/** An amount in every sample. */
const [sampleFen, sampleYuan] = ['140_400', '¥1,404.00'];

const lengthOf = ({ max = 64 }: Field): number => max;

/** What the kinds of fields differ in: schema, column, row type, cell, sample. */
const valuesByKind = (field: Field, noun: string): Values => {
  const { name, label, words = {} } = field;
  const [column, pascal] = [columnOf(field), `${upperFirst(noun)}${upperFirst(name)}`];
  const wordsName = `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`;
  switch (field.kind) {
    case 'text':
      return {
        shape: `text(${lengthOf(field)})`,
        sql: `text not null check (char_length(${column}) between 1 and ${lengthOf(field)})`,
        type: 'string',
        cell: name,
        sample: `'示例${label}'`,
        given: `'示例${label}'`,
        shown: `示例${label}`,
      };
    case 'id':
      return {
        shape: 'id()',
        sql: `text collate "C" not null check (char_length(${column}) <= 64)`,
        type: 'string',
        cell: name,
        sample: `'no-00000001'`,
        given: "`no-${String(made).padStart(8, '0')}`",
        shown: 'no-00000001',
      };
    case 'fen':
    case 'fenOrNull': {
      const isNull = field.kind === 'fenOrNull';
      return {
        shape: isNull ? 'nullable(fen({ min: 0 }))' : 'fen({ min: 0 })',
        sql: `bigint${isNull ? '' : ' not null'} check (${column} >= 0)`,
        type: isNull ? 'Fen | null' : 'Fen',
        cell: `<Amount text={${isNull ? `${name} === null ? null : ` : ''}rmbText(${name})} />`,
        align: "align: 'right',",
        sample: `fen(${sampleFen})`,
        given: sampleFen,
        shown: sampleYuan,
      };
    }
    case 'word':
      return {
        shape: `word(${wordsName}s)`,
        sql: `text not null check (${column} in (${quoted(Object.keys(words))}))`,
        type: 'string',
        cell: `${wordsName}Names[${name}]`,
        sample: quoted(Object.keys(words).slice(0, 1)),
        given: quoted(Object.keys(words).slice(0, 1)),
        shown: Object.values(words)[0] ?? '',
        constant: wordsName,
        pascal,
        words: quoted(Object.keys(words)),
        labels: Object.entries(words)
          .map(([word, text]) => `${word}: '${text}'`)
          .join(', '),
      };
  }
};

const fieldValues = (field: Field, noun: string): Values => ({
  field: field.name,
  Field: upperFirst(field.name),
  column: columnOf(field),
  label: field.label,
  align: '',
  ...valuesByKind(field, noun),
});

const statusValues = ({ word, label, tone }: Status): Values => ({ word, label, tone });

const wordsOf = (values: Values, suffix: string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}${suffix}`, value]));

/** A profile in the form that templates take. */
export interface Template {
  readonly flags: ReadonlySet<string>;
  readonly lists: Readonly<Record<string, readonly Values[]>>;
  readonly values: Values;
}

const searchValues = ({ search, rowNo, rowNoLabel, fields }: NounProfile): Values => {
  if (search === undefined) return {};
  const field = fields.find(({ name }) => name === search);
  const isId = search === rowNo || field?.kind === 'id';
  return {
    search,
    searchLabel: field?.label ?? rowNoLabel,
    searchColumn: field === undefined ? snakeOf(rowNo) : columnOf(field),
    searchShape: isId ? 'id()' : `text(${field === undefined ? 64 : lengthOf(field)})`,
  };
};

/** The parts that `if` and `each` of a template ask for, and the values that it names. */
export const templateOf = (names: Names, profile: NounProfile): Template => {
  const { write, statuses, search, rowNo } = profile;
  const fields = profile.fields.map((field) => fieldValues(field, names.camel));
  const searched = profile.fields.find(({ name }) => name === search);
  const flags = {
    states: statuses.length > 0,
    created: profile.created,
    cursor: profile.cursor,
    search: search !== undefined,
    searchesNumber: search === rowNo,
    searchesOtherId: searched?.kind === 'id',
    searchesField: searched !== undefined,
    writes: write !== undefined,
    step: write?.kind === 'step',
    batch: write?.kind === 'batch',
    apply: write?.kind === 'apply',
    acts: write?.kind === 'step' || write?.kind === 'batch',
  };
  const [first] = statuses;
  const filterNames = [...(search === undefined ? [] : [search]), ...(first === undefined ? [] : ['status'])];
  const others = statuses.filter(({ word }) => word !== first?.word);
  const stuck = statuses.filter(({ word }) => write !== undefined && !write.from.includes(word));
  return {
    flags: new Set(Object.entries(flags).flatMap(([name, holds]) => [holds ? name : `!${name}`])),
    lists: {
      fields,
      words: fields.filter(({ words }) => words !== undefined),
      statuses: statuses.map(statusValues),
    },
    values: {
      thing: profile.thing,
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
      rowText: [
        ...fields.map(({ shown = '' }) => shown),
        first?.label ?? '',
        profile.created ? '2026-11-20 09:30' : '',
      ].join(''),
      fieldNames: fields.map(({ field = '' }) => field).join(', '),
      cardNames: [
        'rowNo',
        ...fields.map(({ field = '' }) => field),
        ...(flags.states ? ['status'] : []),
        ...(flags.created ? ['createdAt'] : []),
      ].join(', '),
      columnUnion: fields.map(({ column = '' }) => `'${column}'`).join(' | '),
      columnValues: fields.map(({ column = '', field = '' }) => `${column}: ${field}`).join(', '),
      sampleInput: fields.map(({ field = '', sample = '' }) => `${field}: ${sample}`).join(', '),
      filterNames: filterNames.join(', '),
      filterWords: quoted(filterNames),
      ...(others[0] === undefined
        ? { filterAddress: `${search}=abc`, filterInput: `${search}: 'abc'` }
        : { filterAddress: `status=${others[0].word}`, filterInput: `status: '${others[0].word}'` }),
      ...wordsOf(statusValues(first ?? { word: '', label: '', tone: 'neutral' }), 'First'),
      ...wordsOf(statusValues(others[0] ?? { word: '', label: '', tone: 'neutral' }), 'Other'),
      ...wordsOf(statusValues(stuck[0] ?? { word: '', label: '', tone: 'neutral' }), 'Stuck'),
      doneLabel: statuses.find(({ word }) => word === write?.to)?.label ?? '',
      verb: write?.verb ?? '',
      act: write?.act ?? '',
      Act: upperFirst(write?.act ?? ''),
      from: quoted(write?.from ?? []),
      to: write?.to ?? '',
      writeKey: write?.key ?? '',
      actLabel: write?.label ?? '',
      ...searchValues(profile),
    },
  };
};

const directive = /^\s*(?:\/\/|--): (if|each|end)(?: (\S+))?$/;

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
    if (kind === 'each') {
      for (const each of template.lists[name] ?? []) made.push(...expandLines(body, template, { ...values, ...each }));
    } else if (template.flags.has(name)) {
      made.push(...expandLines(body, template, values));
    }
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
 * A template's text for a noun. Lines `//: if flag` or `//: each list` to `//: end` (`--:` in SQL) select and repeat, `%name%` stands for a
 * value, and the sample's spellings become the noun's. Empty where the noun has no such file.
 */
export const fillTemplate = (text: string, names: Names, template: Template, rowNo: string): string => {
  const expanded = expandLines(text.split('\n'), template, template.values).join('\n');
  const spelt = respell(expanded.replaceAll(/\browNo\b/g, rowNo).replaceAll(/\brow_no\b/g, snakeOf(rowNo)), names);
  const left = /%\w+%/.exec(spelt)?.[0];
  if (left !== undefined) throw new Error(`a template names ${left}, which has no value`);
  return spelt.trim() === '' ? '' : spelt;
};
