import type { accountStatementOperations } from '@ronghui/contract';
import { spanFault } from '@ronghui/domain/account-statement';
import { dayOf } from '@ronghui/domain/calendar';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Ports } from '#kernel/ports';
import { findTenantName } from './account-statement.sql.ts';
import { readPostings, readSums } from './account-statement.ts';
import { fileOfStatement } from './statement-file.ts';

type Days = Parameters<typeof spanFault>[0];

/** The field of a wrong span; null where it is right. */
const wrongSpan = (days: Days, { clock }: Pick<Ports, 'clock'>) => {
  const fault = spanFault(days, dayOf(clock.now()));
  return fault && wrongField(fault.path, fault.text);
};

type Reading = Pick<
  HandlerContext<(typeof accountStatementOperations)['ops.accountStatement.sum']>,
  'snapshot' | 'ports'
>;

const sumsOf = async ({ snapshot, ports }: Reading, tenantId: string, days: Days) => {
  const view = await snapshot();
  try {
    return await readSums(view, tenantId, days, ports.clock.now());
  } finally {
    await view.close();
  }
};

/** Statements of account: opening balance, postings, closing balance and ages over a span of days (R15.3, receipts 3). */
export const accountStatementHandlers: HandlersFor<typeof accountStatementOperations> = {
  'accountStatement.sum': async (days, context) => {
    const wrong = wrongSpan(days, context.ports);
    return wrong === null ? sumsOf(context, context.tenantId, days) : context.fail('invalid', wrong);
  },
  'accountStatement.page': async (asked, { db, tenantId, ports, fail }) => {
    const wrong = wrongSpan(asked, ports);
    return wrong === null ? readPostings(db, tenantId, { ...asked, limits: ports.limits }) : fail('invalid', wrong);
  },
  'ops.accountStatement.sum': async ({ tenantId, ...days }, context) => {
    const wrong = wrongSpan(days, context.ports);
    if (wrong !== null) return context.fail('invalid', wrong);
    return (await findTenantName(context.db, tenantId)) === undefined
      ? context.fail('notFound')
      : sumsOf(context, tenantId, days);
  },
  'ops.accountStatement.page': async ({ tenantId, ...asked }, { db, ports, fail }) => {
    const wrong = wrongSpan(asked, ports);
    if (wrong !== null) return fail('invalid', wrong);
    return (await findTenantName(db, tenantId)) === undefined
      ? fail('notFound')
      : readPostings(db, tenantId, { ...asked, limits: ports.limits });
  },
  'ops.accountStatement.export': async (asked, context) => {
    const wrong = wrongSpan(asked, context.ports);
    return wrong === null ? fileOfStatement(asked, context) : context.fail('invalid', wrong);
  },
};
