import { expect, test } from 'vitest';
import { columnsOf, type ListColumns } from './frames/list-page/list-columns.ts';
import { type DetailFacts, factsOf } from './widgets/facts/detail-facts.ts';

type Row = { no: string; remark?: string; version: number };
const no = { title: '编号', cell: (row: Row) => row.no };
const remark = { label: '备注', value: (row: Row) => row.remark };

test('house 5 a list decides on every field of its rows, in the order of its columns', () => {
  const actions = { title: '操作', cell: () => '删除', fixed: true } as const;
  const columns: ListColumns<Row> = { no, remark: 'elsewhere', version: 'notShown', actions };
  expect(columnsOf(columns)).toEqual([
    { key: 'no', ...no },
    { key: 'actions', ...actions },
  ]);
  // @ts-expect-error `remark` is not decided on
  const overlooked: ListColumns<Row> = { no, version: 'notShown' };
  expect(columnsOf(overlooked)).toHaveLength(1);
});

test('house 5 a detail decides on every field of its record; one field may be several facts', () => {
  const facts: DetailFacts<Row> = {
    no: (row) => [
      { label: '编号', value: row.no },
      { label: '系列', value: row.no.slice(0, 2) },
    ],
    remark,
    version: 'notShown',
  };
  expect(factsOf({ no: 'DD1', remark: '急', version: 1 }, facts)).toEqual([
    { label: '编号', value: 'DD1' },
    { label: '系列', value: 'DD' },
    { label: '备注', value: '急' },
  ]);
  // @ts-expect-error `remark` is not decided on
  const overlooked: DetailFacts<Row> = { no: 'notShown', version: 'notShown' };
  expect(factsOf({ no: 'DD1', version: 1 }, overlooked)).toEqual([]);
});
