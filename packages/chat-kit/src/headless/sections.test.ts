import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from './message.ts';
import { createSectioner, firstRows, mostRows, type Section, sectionRows } from './sections.ts';

const message = (id: number | string, content = ''): Partial<ChatMessage> => ({
  dialogId: String(id),
  messageSender: 'agent',
  messageType: 'text',
  messageContent: content,
});
const range = (from: number, to: number): Partial<ChatMessage>[] =>
  Array.from({ length: to - from }, (_, index) => message(from + index));
const idsOf = (sections: readonly Section[]): string[] =>
  sections.flatMap((section) => section.rows.map((row) => row.message.dialogId));

type Messages = readonly Partial<ChatMessage>[];

/** Random changes of a list: messages are added and removed anywhere, an id changes, the caller recreates its objects. */
const steps = {
  append: (list: Messages, fresh: Messages) => [...list, ...fresh],
  prepend: (list: Messages, fresh: Messages) => [...fresh, ...list],
  'put in behind the first': (list: Messages, fresh: Messages) => [...list.slice(0, 1), ...fresh, ...list.slice(1)],
  'put in': (list: Messages, fresh: Messages, at: number) => [...list.slice(0, at), ...fresh, ...list.slice(at)],
  'drop the last': (list: Messages, fresh: Messages) => list.slice(0, -fresh.length),
  'drop the first': (list: Messages, fresh: Messages) => list.slice(fresh.length),
  'drop in the middle': (list: Messages, fresh: Messages, at: number) =>
    list.filter((_, index) => index < at || index >= at + fresh.length),
  cap: (list: Messages, fresh: Messages) => [...list, ...fresh].slice(fresh.length),
  'change an id': (list: Messages, fresh: Messages, at: number) => list.with(at, fresh[0] ?? {}),
  'make anew': (list: Messages) => list.map((one) => ({ ...one })),
  'turn around': (list: Messages) => list.toReversed(),
  'drop all': () => [],
} as const;
const stepNames = Object.keys(steps) as (keyof typeof steps)[];
const partingSteps: readonly string[] = ['put in', 'put in behind the first', 'turn around'];

const homesOf = (sections: readonly Section[]): Map<string, { id: number; key: string }> =>
  new Map(sections.flatMap(({ id, rows }) => rows.map(({ key, message: { dialogId } }) => [dialogId, { id, key }])));

test('R12.1 the sections hold all messages in order, and what stays in the list stays where it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...stepNames), fc.integer({ min: 1, max: 130 }), fc.nat())),
      (changes) => {
        const sectioner = createSectioner<Partial<ChatMessage>>();
        let list: Messages = range(-200, 0);
        let before = homesOf(sectioner.update(list));
        let next = 0;
        for (const [step, count, where] of changes) {
          if (list.length > 0) list = steps[step](list, range(next, next + count), where % list.length);
          else list = range(next, next + count);
          next += count;
          const sections = sectioner.update(list);
          expect(idsOf(sections)).toEqual(list.map((one) => one.dialogId));
          expect(Math.max(0, ...sections.map((section) => section.raws.length))).toBeLessThanOrEqual(mostRows);
          expect(new Set(sections.map((section) => section.id)).size).toBe(sections.length);
          expect(sectioner.update(list).every((section, index) => section === sections[index])).toBe(true);
          const now = homesOf(sections);
          const left = Array.from(before).filter(([id]) => now.has(id));
          const moved = left.filter(([id, { id: home, key }]) => now.get(id)?.id !== home || now.get(id)?.key !== key);
          if (!partingSteps.includes(step)) expect(moved).toEqual([]);
          const ids = new Set(sections.map((section) => section.id));
          for (const [, { id }] of left) expect(ids).toContain(id);
          before = now;
        }
      },
    ),
    { numRuns: 30 },
  );
}, 30_000);

test('R12.1 older messages that go in behind a first one of the caller’s own leave the rows below where they are', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const marker = message('marker');
  let older: Messages = range(0, 100);
  let before = homesOf(sectioner.update([marker, ...older]));
  for (const count of [50, 20, 20, 20, 60, 300]) {
    const from = -1000 + older.length;
    older = [...range(from - count, from), ...older];
    const now = homesOf(sectioner.update([marker, ...older]));
    for (const [id, home] of before) if (id !== 'marker') expect(now.get(id)).toEqual(home);
    before = now;
  }
});

test('R12.1 one object that stands in a list several times keeps all its places', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const ended = message('会话已结束');
  const list = range(0, 200).flatMap((one, index) => (index % 60 === 0 ? [one, ended] : [one]));
  const before = sectioner.update(list);
  const after = sectioner.update([ended, ...list.slice(3), ended]);
  expect(after.flatMap((section) => section.raws)).toEqual([ended, ...list.slice(3), ended]);
  for (const { id } of before) expect(after.map((section) => section.id)).toContain(id);
});

test('R12.3 messages without an id that are made anew at each render keep their rows', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const make = (from: number): Messages =>
    Array.from({ length: 120 }, (_, index) => ({ messageContent: `第 ${from + index} 条` }));
  const before = new Map(
    sectioner.update(make(0)).flatMap(({ rows }) => rows.map((row) => [row.message.messageContent, row])),
  );
  for (const row of sectioner.update(make(30)).flatMap(({ rows }) => rows)) {
    expect(before.get(row.message.messageContent) ?? row).toBe(row);
  }
});

test('R12.1 messages put in above or below leave every full section the same object', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const list = range(0, 200 + sectionRows - firstRows);
  sectioner.update(range(0, 200));
  const before = sectioner.update(list);
  expect(before.at(-1)?.raws).toHaveLength(sectionRows);
  const older = range(-50, 0);
  for (const [index, section] of sectioner
    .update([...older, ...list])
    .slice(1)
    .entries())
    expect(section).toBe(before[index]);
  const after = sectioner.update([...older, ...list, message(300)]);
  for (const [index, section] of before.entries()) expect(after[index + 1]).toBe(section);
  expect(after.at(-1)?.rows).toHaveLength(1);
  const grown = sectioner.update([...older, ...list, message(300), message(301)]);
  expect(grown.at(-1)?.id).toBe(after.at(-1)?.id);
});

test('R12.3 new objects with the same content keep their rows; a changed one changes its row alone', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const before = sectioner.update(range(0, 60));
  const same = sectioner.update(range(0, 60));
  expect(same.map((section) => section.id)).toEqual(before.map((section) => section.id));
  const rowsBefore = before.flatMap((section) => section.rows);
  expect(same.flatMap((section) => section.rows).every((row, index) => row === rowsBefore[index])).toBe(true);
  const changed = sectioner.update(range(0, 60).map((one, index) => (index === 5 ? message(5, '已撤回') : one)));
  expect(changed.map((section) => section.id)).toEqual(before.map((section) => section.id));
  const rows = changed.flatMap((section) => section.rows);
  expect(rows.filter((row, index) => row !== rowsBefore[index]).map((row) => row.message.messageContent)).toEqual([
    '已撤回',
  ]);
});

test('R12.3 indistinguishable messages have keys of their own in their section, and keep their rows', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const rowsOf = (sections: readonly Section[]) => sections.flatMap((one) => one.rows);
  for (const id of ['x', '']) {
    const twins = [message(id), message(id), message(id)];
    const rows = rowsOf(sectioner.update(twins));
    expect(new Set(rows.map((row) => row.key)).size).toBe(3);
    expect(rowsOf(sectioner.update([...twins, message(id)])).slice(0, 3)).toEqual(rows);
  }
  const one = message('same object');
  expect(new Set(rowsOf(sectioner.update([one, one, one])).map((row) => row.key)).size).toBe(3);
});

test('R12.1 what is not shown is not read', () => {
  let reads = 0;
  const sectioner = createSectioner<Partial<ChatMessage>>({ messageContent: () => (reads += 1) });
  const sections = sectioner.update(range(0, 10_000));
  expect(reads).toBe(0);
  expect(sections.at(-1)?.rows).toHaveLength(firstRows);
  expect(reads).toBe(firstRows);
});

test('R12.3 a row keeps the caller’s own message for the slots, also when only that changes', () => {
  const sectioner = createSectioner<Partial<ChatMessage> & { card: string }>();
  sectioner.update([{ ...message(1), card: '旧' }]);
  expect(sectioner.update([{ ...message(1), card: '新' }])[0]?.rows[0]?.raw.card).toBe('新');
});
