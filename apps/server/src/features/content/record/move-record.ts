import type { contentOperations, Input, Output } from '@ronghui/contract';
import type { RecordName } from '@ronghui/domain/content';
import { greatestPlace, placeBetween } from '@ronghui/domain/doc';
import { nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { lockEntries, lockRecord, type RecordRow, updateRecord } from '../content.sql.ts';
import { kindOf } from '../kinds/record-kinds.ts';
import { publishBody } from './publication.ts';
import { type BodyOf, findPublished } from './record-body.ts';
import { recordFaults } from './record-rules.ts';

type Context = HandlerContext<(typeof contentOperations)['ops.content.move']>;
type Body = BodyOf<'doc'> | BodyOf<'docSection'>;

/** A place in the tree. */
interface Place {
  readonly into: string;
  readonly order: number;
}

const movedTo = (body: Body, { into, order }: Place): Body =>
  body.record === 'doc' ? { ...body, section: into, order } : { ...body, parent: into, order };

const nameOfRow = ({ record, key }: RecordRow): RecordName => ({ record: record as 'doc', key });
const placeIn = ({ sort }: Pick<RecordRow, 'sort'>): number => Number(sort.slice(sort.lastIndexOf('/') + 1));

/** Puts a record in a place: what is published is published anew there, and its draft goes with it. */
const put = async (tx: Tx, row: RecordRow, place: Place, { by, context }: { by: string; context: Context }) => {
  const name = nameOfRow(row);
  const published = (await findPublished(tx, name)) as Body | null;
  const draft = row.draft === null ? undefined : movedTo(row.draft as Body, place);
  if (published === null) {
    const { title, group, sort } = kindOf(name.record).entryOf(draft as Body);
    context.audit({ object: `${name.record}:${name.key}`, after: { moved: true } });
    return updateRecord(tx, name, { ...(draft !== undefined && { draft }), title, list_group: group, sort });
  }
  const body = movedTo(published, place);
  const faults = (await recordFaults(tx, body)).filter(({ path }) => path === 'section' || path === 'parent');
  const [first] = faults;
  if (first !== undefined) return context.fail('invalid', wrongField('into', first.message));
  await publishBody(tx, { body, origin: 'console', by, author: context.author });
  return updateRecord(tx, name, draft === undefined ? {} : { draft });
};

/** Moves a document or a section at once: where it stands is no matter of its draft. Its siblings make room where there is none. @source R11.3 */
export const moveRecord = (
  { record, key, version, into, before, ...rest }: Input<'ops.content.move'>,
  context: Context,
): Promise<Output<'ops.content.move'>> => {
  allTaken(rest);
  const { fail } = context;
  return context.transact(async (tx) => {
    const all = await lockEntries(tx, into);
    const row = await lockRecord(tx, { record, key });
    if (row?.version !== version) return fail('changed');
    if (into === '' ? record === 'doc' : into === key && record === 'docSection') {
      return fail('invalid', wrongField('into', '请选择一个目录'));
    }
    const others = all.filter((each) => !(each.record === record && each.key === key));
    const found = others.findIndex((each) => each.record === before?.record && each.key === before.key);
    if (before !== undefined && found < 0) return fail('changed');
    const placing = placeBetween(others.map(placeIn), before === undefined ? others.length : found);
    if (placing === null) {
      return fail('invalid', wrongField('into', `一个目录最多放 ${greatestPlace} 项，请先移走一些`));
    }
    const by = await nameOfStaff(tx, context.staffId);
    for (const [index, order] of (placing.others ?? []).entries()) {
      const other = others[index];
      if (other !== undefined) await put(tx, other, { into, order }, { by, context });
    }
    return { version: await put(tx, row, { into, order: placing.place }, { by, context }) };
  });
};
