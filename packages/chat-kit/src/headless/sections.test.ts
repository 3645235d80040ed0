import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from './message.ts';
import { createSectioner, type Section, sectionRows } from './sections.ts';

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

test('R12.1 the sections hold all messages in order, none larger than a section', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('append', 'prepend', 'drop'), fc.integer({ min: 1, max: 130 }))),
      (steps) => {
        const sectioner = createSectioner<Partial<ChatMessage>>();
        let list: Partial<ChatMessage>[] = [];
        let next = 0;
        for (const [step, count] of steps) {
          const fresh = range(next, next + count);
          next += count;
          if (step === 'append') list = [...list, ...fresh];
          else if (step === 'prepend') list = [...fresh, ...list];
          else list = list.slice(0, -count);
          const sections = sectioner.update(list);
          expect(idsOf(sections)).toEqual(list.map((one) => one.dialogId));
          expect(Math.max(0, ...sections.map((section) => section.rows.length))).toBeLessThanOrEqual(sectionRows);
          expect(new Set(sections.map((section) => section.id)).size).toBe(sections.length);
          expect(sectioner.update(list)).toEqual(sections);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('R12.1 messages put in above or below leave every full section the same object', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const list = range(0, 200);
  const before = sectioner.update(list);
  const older = range(-50, 0);
  expect(sectioner.update([...older, ...list]).slice(1)).toEqual(before);
  const after = sectioner.update([...older, ...list, message(200)]);
  for (const [index, section] of before.entries()) expect(after[index + 1]).toBe(section);
  expect(after.at(-1)?.rows).toHaveLength(1);
  const grown = sectioner.update([...older, ...list, message(200), message(201)]);
  expect(grown.at(-1)?.id).toBe(after.at(-1)?.id);
});

test('R12.3 new objects with the same content keep their rows; a changed one changes its row alone', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const before = sectioner.update(range(0, 60));
  const same = sectioner.update(range(0, 60));
  for (const [index, section] of before.entries()) expect(same[index]).toBe(section);
  const changed = sectioner.update(range(0, 60).map((one, index) => (index === 5 ? message(5, '已撤回') : one)));
  expect(changed.map((section) => section.id)).toEqual(before.map((section) => section.id));
  const rows = changed.flatMap((section) => section.rows);
  const rowsBefore = before.flatMap((section) => section.rows);
  expect(rows.filter((row, index) => row !== rowsBefore[index]).map((row) => row.message.messageContent)).toEqual([
    '已撤回',
  ]);
});

test('R12.3 messages that cannot be told apart have keys of their own; without an id each object keeps its key', () => {
  const sectioner = createSectioner<Partial<ChatMessage>>();
  const twins = [message('x'), message('x'), message('x')];
  const keysOf = (sections: readonly Section[]): string[] => sections.flatMap((one) => one.rows.map((row) => row.key));
  const keys = keysOf(sectioner.update(twins));
  expect(new Set(keys).size).toBe(3);
  const nameless = [message(''), message(''), message('')];
  const namelessKeys = keysOf(sectioner.update(nameless));
  expect(keysOf(sectioner.update([message(''), ...nameless])).slice(1)).toEqual(namelessKeys);
  const one = message('same object');
  expect(new Set(keysOf(sectioner.update([one, one, one]))).size).toBe(3);
});

test('R12.3 a row keeps the caller’s own message for the slots, also when only that changes', () => {
  const sectioner = createSectioner<Partial<ChatMessage> & { card: string }>();
  sectioner.update([{ ...message(1), card: '旧' }]);
  expect(sectioner.update([{ ...message(1), card: '新' }])[0]?.rows[0]?.raw.card).toBe('新');
});
