/** How the names of columns are written in made ledgers: in one row, or in two of which one names what several columns have in common. */

type Line = readonly string[];

/** The names of a table's columns: those before the amounts, those of amounts and sides, and the rest. */
export interface ColumnNames {
  readonly before: Line;
  readonly money: Line;
  /** The same with the unit, where it stands in their names. */
  readonly moneyWithUnit: Line;
  readonly after: Line;
  /** A name with the unit. */
  readonly withUnit: (name: string) => string;
}

const blanks = (names: Line): Line => names.map(() => '');
/** A name over columns, as it is when they are merged. */
const over = (name: string, names: Line): Line => [name, ...blanks(names.slice(1))];
const oneRow = ({ before, moneyWithUnit, after }: ColumnNames): readonly Line[] => [
  [...before, ...moneyWithUnit, ...after],
];

/** A single column has no name over it. */
const spanning =
  (make: (names: ColumnNames) => readonly Line[]) =>
  (names: ColumnNames): readonly Line[] =>
    names.money.length > 1 ? make(names) : oneRow(names);

/** The rows of a head. */
export const heads: Readonly<Record<string, (names: ColumnNames) => readonly Line[]>> = {
  one: oneRow,
  over: spanning(({ before, money, moneyWithUnit, after }) => [
    [...before, ...over('本期发生额', money), ...after],
    [...blanks(before), ...moneyWithUnit, ...blanks(after)],
  ]),
  unitOver: spanning(({ before, money, after, withUnit }) => [
    [...blanks(before), ...over(withUnit('交易'), money), ...blanks(after)],
    [...before, ...money, ...after],
  ]),
  sidesOver: spanning(({ before, money, after, withUnit }) => [
    [...before, ...over(withUnit('收入支出金额'), money), ...after],
    [...blanks(before), ...money, ...blanks(after)],
  ]),
  groups: spanning(({ before, money, after, moneyWithUnit }) => [
    [...over('业务', before), ...over('本期交易', money), ...over('其他信息', after)],
    [...before, ...moneyWithUnit, ...after],
  ]),
  again: spanning(({ before, money, after, withUnit }) => [
    [...before, ...over(withUnit('发生额'), money), ...after],
    [...before, ...money, ...after],
  ]),
};
