import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from './message.ts';
import { createSectioner, firstRows, type Section, sectionRows } from './sections.ts';

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
          expect(Math.max(0, ...sections.map((section) => section.raws.length))).toBeLessThanOrEqual(sectionRows);
          expect(new Set(sections.map((section) => section.id)).size).toBe(sections.length);
          expect(sectioner.update(list).every((section, index) => section === sections[index])).toBe(true);
        }
      },
    ),
    { numRuns: 40 },
  );
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

test('R12.3 messages that cannot be told apart have keys of their own in their section, and keep their rows', () => {
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
