import type { Input, Output, receiptOperations } from '@ronghui/contract';
import { dayOf } from '@ronghui/domain/calendar';
import type { HandlerContext } from '#kernel/calls/context';
import { listRegistered } from '../match.sql.ts';
import { listProposable } from './facts.sql.ts';
import { proposeFor } from './facts.ts';

const mostShown = 10;

/** What some receipts may pay, the surest first. @source receipts 2.4 */
export const proposeReceipts = async (
  { receiptNos }: Input<'ops.receipt.proposals'>,
  { db, ports }: HandlerContext<(typeof receiptOperations)['ops.receipt.proposals']>,
): Promise<Output<'ops.receipt.proposals'>> => {
  const today = dayOf(ports.clock.now());
  const [{ receipts, tenantNames }, registered] = await Promise.all([
    proposeFor(db, await listProposable(db, receiptNos), { ports, today, withLike: true }),
    listRegistered(db, receiptNos),
  ]);
  const registeredOf = Map.groupBy(registered, ({ line_receipt_no }) => line_receipt_no);
  return {
    items: receipts.map(({ receipt, proposals }) => ({
      receiptNo: receipt.receipt_no,
      proposals: proposals.slice(0, mostShown).map(({ rank, tenantId, parts, reasons, isExact }) => ({
        rank,
        tenantId,
        tenantName: tenantNames.get(tenantId) ?? '',
        parts: [...parts],
        reasons: [...reasons],
        isExact,
      })),
      registered: (registeredOf.get(receipt.receipt_no) ?? []).map((row) => ({
        receiptNo: row.receipt_no,
        receivedOn: row.received_on,
        ...(row.tenant_name === null ? {} : { tenantName: row.tenant_name }),
        ...(row.payer_name === null ? {} : { payerName: row.payer_name }),
      })),
    })),
  };
};
