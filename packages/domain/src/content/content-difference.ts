import { contentFieldName, contentPathName, contentValueText } from './content-words.ts';

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

/** The differences of the fields of one object; of a nested one by its own fields. */
const fieldDifferences = (before: Fields, after: Fields, path: readonly string[]): ContentDifference[] =>
  namesOf(before, after).flatMap((name) => {
    const [one, other] = [before[name], after[name]];
    if (isFields(one) || isFields(other)) {
      return fieldDifferences(isFields(one) ? one : {}, isFields(other) ? other : {}, [...path, name]);
    }
    const label = contentPathName([...path, name]);
    return differs(contentValueText(name, one), contentValueText(name, other), label);
  });

/** An item's own name among its kind. */
const titleOf = (item: Fields): string =>
  [item['title'], item['name'], item['id']].find((text): text is string => typeof text === 'string' && text !== '') ??
  '';

const idsOf = (items: readonly Fields[]): readonly string[] => items.map(({ id }) => String(id));

const itemDifferences = (before: readonly Fields[], after: readonly Fields[]): ContentDifference[] => {
  const [former, latter] = [idsOf(before), idsOf(after)];
  const gone = before.filter(({ id }) => !latter.includes(String(id)));
  const fresh = after.filter(({ id }) => !former.includes(String(id)));
  const stayed = after.flatMap((item) => {
    const was = before.find(({ id }) => id === item['id']);
    if (was === undefined) return [];
    return namesOf(was, item).flatMap((name) =>
      differs(
        contentValueText(name, was[name]),
        contentValueText(name, item[name]),
        `「${titleOf(was)}」的${contentFieldName(name)}`,
      ),
    );
  });
  const orderOf = (items: readonly Fields[], others: readonly string[]): string =>
    items
      .filter(({ id }) => others.includes(String(id)))
      .map(titleOf)
      .join('、');
  const [orderBefore, orderAfter] = [
    former.filter((id) => latter.includes(id)),
    latter.filter((id) => former.includes(id)),
  ];
  const moved =
    orderBefore.join('\n') === orderAfter.join('\n')
      ? []
      : [{ label: '顺序', before: orderOf(before, latter), after: orderOf(after, former) }];
  return [
    ...gone.map((item) => ({ label: '移除', before: titleOf(item), after: '' })),
    ...fresh.map((item) => ({ label: '新增', before: '', after: titleOf(item) })),
    ...stayed,
    ...moved,
  ];
};

const itemsIn = (body: Fields): readonly Fields[] | undefined =>
  Array.isArray(body['items']) ? body['items'].filter(isFields) : undefined;

/** What differs between two bodies of a record, in words; items of a list are compared by their ids. @source R11.3 */
export const contentDifferences = (before: unknown, after: unknown): readonly ContentDifference[] => {
  const [one, other] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
  const [items, others] = [itemsIn(one), itemsIn(other)];
  if (items !== undefined || others !== undefined) return itemDifferences(items ?? [], others ?? []);
  const { record: _one, ...fields } = one;
  const { record: _other, ...otherFields } = other;
  return fieldDifferences(fields, otherFields, []);
};
