import { alignEntries } from './align-entries.ts';
import { contentEntryName, contentFieldName, contentValueText, siteFieldName } from './content-words.ts';

/** One thing that differs between two versions of a record; an empty text is nothing. */
export interface ContentDifference {
  /** What it is called: `品牌名称`, `「预算给企业」的标题`, `顺序`. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namesOf = (before: Fields, after: Fields): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];

const differs = (before: string, after: string, label: string): ContentDifference[] =>
  before === after ? [] : [{ label, before, after }];

/** An entry's own name among its kind. */
const titleOf = (entry: Fields): string =>
  [entry['title'], entry['name'], entry['label'], entry['id']].find(
    (text): text is string => typeof text === 'string' && text !== '',
  ) ?? '';

/** A whole entry in words: its title, or what it says. */
const wordsOf = (entry: Fields): string =>
  titleOf(entry) ||
  Object.entries(entry)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${contentFieldName(name)} ${contentValueText(name, value)}`)
    .join('，');

/** The fields that tell entries of a list apart, whatever their place. */
const idFields = ['id', 'key', 'value'] as const;

const labelled = (place: string, what: string): string => (place === '' ? what : `${place}：${what}`);
const named = (place: string, field: string): string => (place === '' ? field : `${place}的${field}`);

/** A list whose entries have ids: what went, what came, what changed, and the order of what stayed. */
const keyedDifferences = (list: EntryList, id: string): ContentDifference[] => {
  const { before, after, place, noun } = list;
  const idOf = (entry: Fields): string => String(entry[id]);
  const [former, latter] = [before.map(idOf), after.map(idOf)];
  const gone = before.filter((entry) => !latter.includes(idOf(entry)));
  const fresh = after.filter((entry) => !former.includes(idOf(entry)));
  const stayed = after.flatMap((entry) => {
    const was = before.find((each) => idOf(each) === idOf(entry));
    return was === undefined ? [] : fieldDifferences(was, entry, `${place}${noun}「${titleOf(was)}」`);
  });
  const orderOf = (entries: readonly Fields[], others: readonly string[]): string =>
    entries
      .filter((entry) => others.includes(idOf(entry)))
      .map(titleOf)
      .join('、');
  const isMoved =
    former.filter((each) => latter.includes(each)).join('\n') !==
    latter.filter((each) => former.includes(each)).join('\n');
  const order = { label: labelled(place, noun === '' ? '顺序' : `${noun}的顺序`) };
  return [
    ...gone.map((entry) => ({ label: labelled(place, `移除${noun}`), before: wordsOf(entry), after: '' })),
    ...fresh.map((entry) => ({ label: labelled(place, `新增${noun}`), before: '', after: wordsOf(entry) })),
    ...stayed,
    ...(isMoved ? [{ ...order, before: orderOf(before, latter), after: orderOf(after, former) }] : []),
  ];
};

/** A list whose entries have no ids: those that are the same stay, the others are compared in their order. */
const placedDifferences = ({ before, after, place, noun, name }: EntryList): ContentDifference[] =>
  alignEntries(before, after).flatMap(({ was, is, at }) => {
    const entry = contentEntryName(name, at);
    if (was === undefined && is === undefined) return [];
    if (was === undefined) return [{ label: labelled(place, `新增${noun}`), before: '', after: wordsOf(is ?? {}) }];
    if (is === undefined) return [{ label: labelled(place, `移除${noun}`), before: wordsOf(was), after: '' }];
    return fieldDifferences(was, is, place === '' ? entry : `${place}的${entry}`);
  });

/** Two states of a list, the place that it is at, and what it is called there. */
interface EntryList {
  readonly name: string;
  readonly before: readonly Fields[];
  readonly after: readonly Fields[];
  readonly place: string;
  readonly noun: string;
}

const listDifferences = (list: EntryList): ContentDifference[] => {
  const entries = [...list.before, ...list.after];
  const id = idFields.find((field) => entries.every((entry) => typeof entry[field] === 'string'));
  return id === undefined ? placedDifferences(list) : keyedDifferences(list, id);
};

const entriesIn = (value: unknown): readonly Fields[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isFields) ? value : undefined;

/** The differences of the fields of one object; of a nested one by its own fields, of a list by its entries. */
function fieldDifferences(
  before: Fields,
  after: Fields,
  place: string,
  path: readonly string[] = [],
): ContentDifference[] {
  return namesOf(before, after).flatMap((name) => {
    const [one, other] = [before[name], after[name]];
    const [entries, others] = [entriesIn(one), entriesIn(other)];
    if (entries !== undefined || others !== undefined) {
      const noun = name === 'items' && place === '' ? '' : contentFieldName(name);
      return listDifferences({ name, before: entries ?? [], after: others ?? [], place, noun });
    }
    if (isFields(one) || isFields(other)) {
      return fieldDifferences(isFields(one) ? one : {}, isFields(other) ? other : {}, place, [...path, name]);
    }
    const field = siteFieldName([...path, name]) ?? contentFieldName(name);
    return differs(contentValueText(name, one), contentValueText(name, other), named(place, field));
  });
}

/** What differs between two bodies of a record, in words; entries of a list are compared by their ids where they have some. @source R11.3 */
export const contentDifferences = (before: unknown, after: unknown): readonly ContentDifference[] => {
  const { record: _one, key: _key, ...fields } = isFields(before) ? before : {};
  const { record: _other, key: _otherKey, ...otherFields } = isFields(after) ? after : {};
  return fieldDifferences(fields, otherFields, '');
};
