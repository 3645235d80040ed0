import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindOf } from '../../apps/server/src/kernel/database/migrating/migration-file.ts';
import { isAtLeast } from '../../apps/server/src/kernel/setup/version.ts';
import { operations } from '../../packages/contract/src/index.ts';
import {
  exactly,
  flag,
  list,
  nullable,
  object,
  optional,
  text,
  whole,
  word,
} from '../../packages/contract/src/shapes.ts';
import { files, read, root } from '../guards/repository.ts';
import { brokenFor, newWordsFor, type OperationFields, operationFields } from './operation-fields.ts';

const versions = readdirSync(join(root, 'releases'), { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);
type Request = ReturnType<typeof object>;
const fieldsOf = (request: Request, reply: Request) => operationFields({ 'a.b': { path: '/a/b', request, reply } });
const nothing = object({});
const asked = (earlier: Request, present: Request) => brokenFor(fieldsOf(earlier, nothing), fieldsOf(present, nothing));
const answered = (earlier: Request, present: Request) =>
  brokenFor(fieldsOf(nothing, earlier), fieldsOf(nothing, present));

describe('running 4.2 what the pages of the last release send is still taken, and what they read still comes', () => {
  it.each(versions)('running 4.2 of %s', (version) => {
    const earlier: Record<string, OperationFields> = JSON.parse(read(`releases/${version}/operations.json`));
    expect(Object.keys(earlier).length).toBeGreaterThan(300);
    expect(brokenFor(earlier, operationFields(operations))).toEqual([]);
  });
});

/** Words that are written only once the schema serves no version that does not know them (`mayWriteWordsOf`), as `newWordsFor` names them. */
const waiting: readonly string[] = [];

const migrations = files.filter((file) => /^apps\/server\/migrations\/\d{4}_.*\.sql$/.test(file));
/** The newest migration of a release. */
const newestOf = (version: string): number => {
  const manifest = files.find((file) => file.startsWith(`releases/${version}/`) && file.endsWith('/manifest.json'));
  return Number(JSON.parse(read(manifest ?? '')).migration.number);
};
/** Whether nodes of a release serve beside those of the present: no migration since wants them stopped. */
const isBeside = (version: string): boolean =>
  migrations
    .filter((file) => Number(/(\d{4})_/.exec(file)?.[1]) > newestOf(version))
    .every((file) => kindOf(file, read(file)).kind !== null);
/** The versions of which contracts say that none older serves. */
const servedFrom = migrations.flatMap((file) => kindOf(file, read(file)).oldestVersion ?? []);

/** Versions whose words wait, and for which no contract comes. */
const unmet = (sources: readonly string[], contracts: readonly string[]): string[] =>
  sources
    .flatMap((text) => Array.from(text.matchAll(/mayWriteWordsOf\([^)]*'([\d.]+)'/g), ([, version = '']) => version))
    .filter((version) => !contracts.some((oldest) => isAtLeast(oldest, version)));

describe('running 4.1 words that an earlier node does not know', () => {
  it.each(versions.filter(isBeside))('running 4.1 wait while nodes of %s may serve', (version) => {
    const earlier: Record<string, OperationFields> = JSON.parse(read(`releases/${version}/operations.json`));
    expect(newWordsFor(earlier, operationFields(operations)).filter((word) => !waiting.includes(word))).toEqual([]);
  });

  it('running 4.1 are found where a closed list of them was answered, and nowhere else', () => {
    const earlier = object({ kind: word(['a']), name: text(9), by: nullable(word(['a'])) });
    const present = object({ kind: word(['a', 'b']), name: word(['c']), by: nullable(word(['a', 'b'])) });
    expect(newWordsFor(fieldsOf(nothing, earlier), fieldsOf(nothing, present))).toEqual([
      'a.b: reply.kind "b"',
      'a.b: reply.by "b"',
    ]);
  });

  it('running 4.1 that wait for a version have a contract of it, so that they are written one day', () => {
    const sources = files.filter((file) => /^apps\/server\/src\/.*(?<!\.test)\.ts$/.test(file)).map(read);
    expect(unmet(sources, servedFrom)).toEqual([]);
    const asked = ["if (await mayWriteWordsOf(db, '0.9.0')) write();"];
    expect(unmet(asked, ['0.8.0'])).toEqual(['0.9.0']);
    expect(unmet(asked, ['0.9.0'])).toEqual([]);
  });
});

describe('running 4.2 what an earlier page does not survive is found', () => {
  it('running 4.2 an operation that is gone, or has another path', () => {
    const earlier = fieldsOf(nothing, nothing);
    expect(brokenFor(earlier, {})).toEqual(['a.b: is gone']);
    const moved = operationFields({ 'a.b': { path: '/a/c', request: nothing, reply: nothing } });
    expect(brokenFor(earlier, moved)).toEqual(['a.b: its path is another one']);
  });

  it('running 4.2 a request whose field, type or word is not taken any more, or that needs another field', () => {
    const earlier = object({
      kind: word(['a', 'b']),
      count: optional(whole(0, 9)),
      items: list(object({ id: text(9) })),
    });
    expect(
      asked(earlier, object({ kind: word(['a']), items: list(object({ id: whole(0, 9), no: text(9) })) })),
    ).toEqual([
      'a.b: request.kind does not take "b" any more',
      'a.b: request.count is not taken any more',
      'a.b: request.items[].id does not take string any more',
      'a.b: request.items[].no is required now',
    ]);
    expect(asked(earlier, object({ kind: text(9), count: whole(0, 9), items: list(object({ id: text(9) })) }))).toEqual(
      ['a.b: request.count is required now'],
    );
  });

  it('running 4.2 a reply whose field does not come, may be missing or has another type', () => {
    const earlier = object({ no: text(9), at: text(9), sum: whole(0, 9), by: object({ name: text(9) }) });
    const present = object({ at: optional(text(9)), sum: nullable(whole(0, 9)), by: object({ named: text(9) }) });
    expect(answered(earlier, present)).toEqual([
      'a.b: reply.no does not come any more',
      'a.b: reply.at may be missing now',
      'a.b: reply.sum comes as null',
      'a.b: reply.by.name does not come any more',
    ]);
  });

  it('running 4.2 more of everything passes', () => {
    const earlier = object({ kind: word(['a']), by: nullable(object({ name: text(9) })), is: exactly(true) });
    const present = object({
      kind: word(['a', 'b']),
      by: nullable(object({ name: text(9), title: optional(text(9)) })),
      is: flag(),
      more: optional(object({ no: text(9) })),
    });
    expect(asked(earlier, present)).toEqual([]);
    expect(answered(earlier, present)).toEqual([]);
  });
});
