import { billStatusNames } from '@ronghui/domain/bill';
import { invoiceStatusNames } from '@ronghui/domain/invoice';
import { rmbText } from '@ronghui/domain/money';
import { orderStatusNames } from '@ronghui/domain/order';
import { call } from '@ronghui/web/calls/call';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** The records that a card shows the present state of. */
export type LiveKind = 'bill' | 'order' | 'invoice';

/** What a card shows of its record. */
interface CardFacts {
  /** Whose it is: a customer may have sent the number of another one's. */
  readonly owner: string;
  readonly name: string;
  readonly amount: string;
  /** Its state in words, with the day that matters. */
  readonly state: string;
}

const readers: Readonly<Record<LiveKind, (id: string, signal: AbortSignal) => Promise<CardFacts>>> = {
  bill: async (billNo, signal) => {
    const { tenantName, stageName, productName, amount, status, dueOn } = await call(
      'ops.bill.detail',
      { billNo },
      { signal },
    );
    const due = status === 'settled' ? '' : ` · ${dueOn} 到期`;
    return {
      owner: tenantName,
      name: `${stageName} ${productName}`,
      amount: rmbText(amount),
      state: `${billStatusNames[status]}${due}`,
    };
  },
  order: async (orderNo, signal) => {
    const { tenantName, productName, skuName, totalAmount, status } = await call(
      'ops.order.detail',
      { orderNo },
      { signal },
    );
    return {
      owner: tenantName,
      name: `${productName} ${skuName}`,
      amount: rmbText(totalAmount),
      state: orderStatusNames[status],
    };
  },
  invoice: async (invoiceNo, signal) => {
    const { tenantName, titleName, amount, status } = await call('ops.invoice.detail', { invoiceNo }, { signal });
    return { owner: tenantName, name: titleName, amount: rmbText(amount), state: invoiceStatusNames[status] };
  },
};

/** How often a card that is looked at is read again. @unit ms */
const againMs = 60_000;

/** The present state of what a card points to, for who holds the key of its page. @source service 3.3 */
export const useCardFacts = (
  { kind, id }: { readonly kind: LiveKind; readonly id: string },
  enabled: boolean,
): UseQueryResult<CardFacts> =>
  useQuery({
    queryKey: ['chatCard', kind, id],
    queryFn: ({ signal }) => readers[kind](id, signal),
    refetchInterval: againMs,
    enabled,
  });
