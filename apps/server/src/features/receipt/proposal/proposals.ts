import type { Input, Output, receiptOperations } from '@ronghui/contract';
import { dayOf } from '@ronghui/domain/calendar';
import type { HandlerContext } from '#kernel/calls/context';
import { listProposable } from './facts.sql.ts';
import { proposeFor } from './facts.ts';

const mostShown = 10;

/** What some receipts may pay, the surest first. @source receipts 2.4 */
export const proposeReceipts = async (
  { receiptNos }: Input<'ops.receipt.proposals'>,
  { db, ports }: HandlerContext<(typeof receiptOperations)['ops.receipt.proposals']>,
): Promise<Output<'ops.receipt.proposals'>> => {
  const today = dayOf(ports.clock.now());
  const { receipts, tenantNames } = await proposeFor(db, await listProposable(db, receiptNos), {
    ports,
    today,
    withLike: true,
  });
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
    })),
  };
};
