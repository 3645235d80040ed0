import { type ExportFilter, exportFilters, type Input, object } from '@ronghui/contract';
import { isDay } from '@ronghui/domain/calendar';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import type { ExportKind } from '@ronghui/domain/export';
import { compileRules, type PayloadRules } from '#kernel/calls/envelope/validation';
import type { Db, Snapshot } from '#kernel/database/db';
import { type Streamed, streamParts } from '#kernel/database/row-stream.sql';
import { type FilterWord, filterText } from '#kernel/files/table/about-words';
import type { TableColumn, TableTotal } from '#kernel/files/table/table';

/** The kinds that have their noun. */
export type ReadyKind = keyof typeof exportFilters;
/** The filter of a kind, as its list has it. */
export type FilterOf<Kind extends ReadyKind> = ExportFilter<Kind>;
/** A filter as it is sent and stored. */
export type AnyFilter = Input<'export.create'>['filter'];

/** What a kind is asked for: a filter, of what there was at a moment. */
export interface Asked<Filter> {
  readonly tenantId: string;
  readonly filter: Filter;
  readonly until: Date;
}

/** What there is to export: the rows of parts of the filter, one after another. */
export interface Found<Filter> {
  readonly rows: number;
  readonly parts: readonly Filter[];
}

/** Why a filter cannot be meant. */
export interface FilterFault {
  readonly field: string;
  readonly message: string;
}

/** A row of totals, and the column whose sum is what its rows amount to. */
interface ExportTotal<Row> extends TableTotal<Row> {
  readonly amountOf: string;
}

/** How the rows of a list stand in its file. */
export interface Layout<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly totals: readonly ExportTotal<Row>[];
  /** More that the file says about itself. */
  readonly about?: readonly FilterWord[];
}

/** How a list is exported. */
interface KindSpec<Kind extends ReadyKind, Row> {
  readonly kind: Kind;
  /** The filter in words, in the order of the page; ids with their names. */
  readonly words: (db: Db, tenantId: string, filter: FilterOf<Kind>) => Promise<readonly FilterWord[]>;
  /** What the schema cannot say. */
  readonly faults?: (db: Db, tenantId: string, filter: FilterOf<Kind>) => Promise<readonly FilterFault[]>;
  /** How many rows there are; of a list that is read in parts, those too. */
  readonly count: (db: Db, asked: Asked<FilterOf<Kind>>) => Promise<number | Found<FilterOf<Kind>>>;
  readonly rows: (asked: Asked<FilterOf<Kind>>, db: Db) => Streamed<Row> | Promise<Streamed<Row>>;
  readonly layout: (db: Db, asked: Asked<FilterOf<Kind>>) => Promise<Layout<Row>>;
}

/** A list that can be exported, without the type of its rows. */
export interface ExportedList {
  readonly kind: ExportKind;
  /** What is wrong with a filter, by its dotted path. A field that is not of this list, or malformed, throws the 422 of validation. */
  check(db: Db, tenantId: string, filter: AnyFilter): Promise<readonly { path: string; message: string }[]>;
  /** The filter in words. */
  words(db: Db, tenantId: string, filter: AnyFilter): Promise<string>;
  count(db: Db, asked: Asked<AnyFilter>): Promise<Found<AnyFilter>>;
  /** Reads the parts of a list, and gives their rows to a writer that does not know them. Twins of one snapshot take turns. */
  read<Out>(
    snapshots: readonly [Pick<Snapshot, 'db'>, ...Pick<Snapshot, 'db'>[]],
    asked: Asked<AnyFilter> & Pick<Found<AnyFilter>, 'parts'>,
    write: WriteList<Out>,
  ): Promise<Out>;
}

/** A writer of any list. */
export type WriteList<Out> = <Row>(list: {
  readonly pages: AsyncIterable<readonly Row[]>;
  readonly columns: readonly TableColumn<Row>[];
  readonly totals: readonly ExportTotal<Row>[];
  readonly about: readonly FilterWord[];
}) => Out;

const rulesOf = (kind: ReadyKind): PayloadRules => compileRules({ request: object({ filter: exportFilters[kind] }) });

const inFilter = (name: string): string => `filter.${name}`;

/** Declares how a list is exported. */
export const exportedList = <Kind extends ReadyKind, Row>(spec: KindSpec<Kind, Row>): ExportedList => {
  const rules = rulesOf(spec.kind);
  // Stored filters were checked by these rules.
  const own = (filter: AnyFilter): FilterOf<Kind> => filter as FilterOf<Kind>;
  return {
    kind: spec.kind,
    async check(db, tenantId, filter) {
      rules.check({ filter });
      const faults = (await spec.faults?.(db, tenantId, own(filter))) ?? [];
      return faults.map(({ field, message }) => ({ path: inFilter(field), message }));
    },
    words: async (db, tenantId, filter) => filterText(await spec.words(db, tenantId, own(filter))),
    async count(db, asked) {
      const found = await spec.count(db, { ...asked, filter: own(asked.filter) });
      return typeof found === 'number' ? { rows: found, parts: [asked.filter] } : found;
    },
    async read(snapshots, { parts, filter: whole, ...asked }, write) {
      const [{ db }] = snapshots;
      const statements = await Promise.all(
        parts.map(async (filter) => spec.rows({ ...asked, filter: own(filter) }, db)),
      );
      const { columns, totals, about = [] } = await spec.layout(db, { ...asked, filter: own(whole) });
      return write({ columns, pages: streamParts<Row>(snapshots, statements), totals, about });
    },
  };
};

/** The moments of a filter's range; a time that does not exist is undefined here, and a fault in `rangeFaults`. */
export const rangeOf = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) => ({
  from: (from === undefined ? undefined : rangeStart(from)) ?? undefined,
  before: (to === undefined ? undefined : rangeEnd(to)) ?? undefined,
});

const noDay = (field: string): readonly FilterFault[] => [{ field, message: '请填写有效的日期' }];

/** A day that does not exist. */
export const dayFault = (field: string, day: string | undefined): readonly FilterFault[] =>
  day === undefined || isDay(day) ? [] : noDay(field);

/** The ends of a range that do not exist. */
export const rangeFaults = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) => [
  ...(from !== undefined && rangeStart(from) === null ? noDay('from') : []),
  ...(to !== undefined && rangeEnd(to) === null ? noDay('to') : []),
];
