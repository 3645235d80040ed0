import type { invoiceOperations } from '@ronghui/contract';
import { freedStatus, isResultUnknown } from '@ronghui/domain/invoice';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { lockSeen } from './invoice-lock.ts';
import { unmark } from './issuer/invoice-mark.sql.ts';

type Resolve = Pick<typeof invoiceOperations, 'ops.invoice.resolve'>;

/**
 * Takes the mark off an invoice for which the issuer has not answered for long, once staff have looked into the issuer's own records: what it made
 * is registered by its number, what it did not make is rejected or asked for again. The version stays: an answer that comes after all is stored.
 *
 * @source R10.12, decision 0054
 */
export const invoiceResolveHandlers: HandlersFor<Resolve> = {
  'ops.invoice.resolve': ({ invoiceNo, version, reason: typed, ...rest }, { transact, now, fail, audit }) => {
    allTaken(rest);
    const reason = typed.trim();
    if (reason === '') return fail('invalid', wrongField('reason', '请填写在开票服务核实的结果'));
    return transact(async (tx) => {
      const row = await lockSeen(tx, { invoiceNo, version });
      if (typeof row === 'string') return fail(row);
      const { tenant_id: tenantId, issuer_step: step, issuer_since: since } = row;
      if (step === null || since === null) return fail('notAllowed');
      if (!isResultUnknown(since, now)) return fail('withIssuer');
      const asked = step === 'reverse' ? 'reverse' : 'issue';
      await unmark(tx, row, { step: asked, note: null });
      audit({
        object: invoiceNo,
        tenantId,
        before: { issuerStep: step, issuerSince: since.toISOString() },
        after: { issuerStep: null, reason },
      });
      return { invoiceNo, status: freedStatus(asked), version };
    });
  },
};
