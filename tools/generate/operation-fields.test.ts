import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
import { read, root } from '../guards/repository.ts';
import { brokenFor, type OperationFields, operationFields } from './operation-fields.ts';

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
