import type { OperationSpec } from '../../packages/contract/src/operation.ts';

/** Path of a field → what it may be, words and types divided by `|`; a `?` at the end where it may be missing. */
type Fields = Readonly<Record<string, string>>;

/** An operation as the pages of a release know it. */
export interface OperationFields {
  readonly path: string;
  readonly request: Fields;
  readonly reply: Fields;
}

type Schema = Readonly<Record<string, unknown>>;
type Found = Map<string, { readonly words: Set<string>; readonly isOptional: boolean }>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemasIn = (value: unknown): [string, Schema][] =>
  isSchema(value) ? Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1])) : [];

const wordsOf = (schema: Schema): string[] => {
  if ('const' in schema) return [JSON.stringify(schema['const'])];
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each));
  return [typeof schema['type'] === 'string' ? schema['type'] : 'any'];
};

/** Of a union a field may be missing that not every branch with fields has. */
const merged = (branches: readonly Found[]): Found => {
  const withFields = branches.filter(({ size }) => size > 1);
  const all: Found = new Map();
  for (const [path, { words, isOptional }] of branches.flatMap((branch) => [...branch])) {
    const known = all.get(path);
    const isEverywhere = path === '' || withFields.every((branch) => branch.has(path));
    all.set(path, {
      words: new Set([...(known?.words ?? []), ...words]),
      isOptional: isOptional || !isEverywhere || known?.isOptional === true,
    });
  }
  return all;
};

const fieldsOf = (schema: Schema): Found => {
  if (Array.isArray(schema['anyOf'])) return merged(schema['anyOf'].filter(isSchema).map(fieldsOf));
  const found: Found = new Map([['', { words: new Set(wordsOf(schema)), isOptional: false }]]);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const add = (name: string, child: Schema, isOptional: boolean) => {
    for (const [path, field] of fieldsOf(child))
      found.set(name + path, path === '' ? { ...field, isOptional: isOptional || field.isOptional } : field);
  };
  for (const [name, child] of schemasIn(schema['properties'])) add(`.${name}`, child, !required.includes(name));
  for (const [, child] of schemasIn(schema['patternProperties'])) add('.*', child, true);
  if (isSchema(schema['items'])) add('[]', schema['items'], true);
  return found;
};

const written = (schema: Schema): Fields =>
  Object.fromEntries(
    Array.from(fieldsOf(schema), ([path, { words, isOptional }]) => [
      path,
      [...words].join('|') + (isOptional ? '?' : ''),
    ]),
  );

/** What the pages of a version send and read. */
export const operationFields = (
  operations: Readonly<Record<string, Pick<OperationSpec, 'path' | 'request' | 'reply'>>>,
): Readonly<Record<string, OperationFields>> =>
  Object.fromEntries(
    Object.entries(operations).map(([id, { path, request, reply }]) => [
      id,
      // TypeBox schemas are plain JSON objects at run time.
      { path, request: written(request as unknown as Schema), reply: written(reply as unknown as Schema) },
    ]),
  );

const read = (text: string): { readonly words: readonly string[]; readonly isOptional: boolean } => ({
  words: (text.endsWith('?') ? text.slice(0, -1) : text).split('|'),
  isOptional: text.endsWith('?'),
});

const typeOf = (word: string): string => {
  if (word.startsWith('"')) return 'string';
  if (word === 'true' || word === 'false') return 'boolean';
  return /^-?\d/.test(word) ? 'integer' : word;
};

/** The field or list in which one lies. */
const parentOf = (path: string): string => path.slice(0, path.endsWith('[]') ? -2 : path.lastIndexOf('.'));

const requestFaults = (earlier: Fields, present: Fields): string[] => [
  ...Object.entries(earlier).flatMap(([path, text]) => {
    const now = present[path];
    if (now === undefined) return [`${path} is not taken any more`];
    const taken = read(now).words;
    const refused = read(text).words.filter((word) => !taken.includes(word) && !taken.includes(typeOf(word)));
    return refused.map((word) => `${path} does not take ${word} any more`);
  }),
  ...Object.entries(present).flatMap(([path, text]) => {
    const isAsked = !read(text).isOptional && earlier[parentOf(path)] !== undefined;
    return isAsked && (earlier[path] ?? '?').endsWith('?') ? [`${path} is required now`] : [];
  }),
];

const replyFaults = (earlier: Fields, present: Fields): string[] =>
  Object.entries(earlier).flatMap(([path, text]) => {
    const now = present[path];
    if (now === undefined) return [`${path} does not come any more`];
    const [was, is] = [read(text), read(now)];
    const types = new Set(was.words.map(typeOf));
    const others = is.words.map(typeOf).filter((type) => !types.has(type));
    return [
      ...(is.isOptional && !was.isOptional ? [`${path} may be missing now`] : []),
      ...others.map((type) => `${path} comes as ${type}`),
    ];
  });

/** What pages of an earlier version send that is not taken any more, and what they read that does not come. */
export const brokenFor = (
  earlier: Readonly<Record<string, OperationFields>>,
  present: Readonly<Record<string, OperationFields>>,
): string[] =>
  Object.entries(earlier).flatMap(([id, then]) => {
    const now = present[id];
    if (now === undefined) return [`${id}: is gone`];
    return [
      ...(now.path === then.path ? [] : [`${id}: its path is another one`]),
      ...requestFaults(then.request, now.request).map((fault) => `${id}: request${fault}`),
      ...replyFaults(then.reply, now.reply).map((fault) => `${id}: reply${fault}`),
    ];
  });

const isWord = (text: string): boolean => text.startsWith('"');

/** Words that may be answered now where an earlier version knew a closed list of them. */
export const newWordsFor = (
  earlier: Readonly<Record<string, OperationFields>>,
  present: Readonly<Record<string, OperationFields>>,
): string[] =>
  Object.entries(earlier).flatMap(([id, then]) =>
    Object.entries(then.reply).flatMap(([path, text]) => {
      const known = read(text).words;
      const now = read(present[id]?.reply[path] ?? text).words;
      const added =
        known.some(isWord) && !known.includes('string')
          ? now.filter((word) => isWord(word) && !known.includes(word))
          : [];
      return added.map((word) => `${id}: reply${path} ${word}`);
    }),
  );
