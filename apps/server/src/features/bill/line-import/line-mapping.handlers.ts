import type { lineImportOperations } from '@ronghui/contract';
import { nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { deleteMapping, listSavedMappings, mappingsAtMost, upsertMapping } from './line-mapping.sql.ts';

type Operations = Pick<
  typeof lineImportOperations,
  'ops.lineImport.mappings' | 'ops.lineImport.saveMapping' | 'ops.lineImport.dropMapping'
>;

/** Mappings of files' columns under names of their own (R11.6). */
export const lineMappingHandlers: HandlersFor<Operations> = {
  'ops.lineImport.mappings': async (_input, { db }) => ({ items: await listSavedMappings(db) }),

  'ops.lineImport.saveMapping': async ({ name: given, mapping, ...rest }, { transact, audit, staffId, fail }) => {
    allTaken(rest);
    const name = given.trim();
    if (name === '') return fail('invalid', wrongField('name', '请填写名称'));
    if (mapping.length === 0) return fail('invalid', wrongField('mapping', '请至少设置一列'));
    // A column is found again by its name alone.
    if (mapping.some(({ column, name: head = '' }) => column !== undefined && head.trim() === ''))
      return fail('invalid', wrongField('mapping', '没有列名的列不能存下，请先在文件里加上列名'));
    return transact(async (tx) => {
      const at = await upsertMapping(tx, { name, mapping, by: await nameOfStaff(tx, staffId) });
      if (at === null) return fail('invalid', wrongField('name', `最多存 ${mappingsAtMost} 份，请先删除不用的`));
      audit({ after: { name, mapping } });
      return { at: at.toISOString() };
    });
  },

  'ops.lineImport.dropMapping': async ({ name, ...rest }, { transact, audit, fail }) => {
    allTaken(rest);
    return transact(async (tx) => {
      if (!(await deleteMapping(tx, name))) return fail('notFound');
      audit({ before: { name } });
      return {};
    });
  },
};
