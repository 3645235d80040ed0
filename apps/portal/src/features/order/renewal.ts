import type { CallError } from '@ronghui/client';
import { useState } from 'react';
import { useConsents } from '#kernel/agreements.ts';
import { useAttemptKey } from '#kernel/attempt-key.ts';
import { useForm } from '#kernel/form.ts';
import { navigate } from '#kernel/hash-location.ts';
import { paths } from '#kernel/paths.ts';
import { showToast } from '#kernel/toasts.ts';
import { type OrderDetail, renewOrder } from './order-list-queries.ts';
import { type Product, useConfigProduct, useQuote } from './order-queries.ts';

/** The texts that a renewal asks for: those whose present version the former order does not stand on any more. @source R10.6 */
const textsToRead = (product: Product | undefined, order: OrderDetail, asksAll: boolean) =>
  (product?.agreements ?? []).filter(
    ({ id, version, scene }) =>
      (scene === 'purchase' || scene === 'dataSharing') &&
      (asksAll ||
        !order.agreements.some((each) => each.id === id && each.version === version && each.status === 'active')),
  );

/** The months that are offered, and the chosen ones: those of the former order where they still are. */
const useTerm = (offered: readonly number[], former: number | null) => {
  const [chosen, choose] = useState<number>();
  const found = [chosen, former].find((months) => months != null && offered.includes(months));
  return { term: found ?? offered[0] ?? former ?? 1, choose };
};

/** What a renewal is made of: the specification as it is offered today, its price, the texts to agree to, and the way to send it. */
export const useRenewal = (order: OrderDetail, onClose: () => void) => {
  const { orderNo, pid, skuId, quantity, options } = order;
  const { state, reload } = useConfigProduct(pid);
  const product = state.status === 'ready' ? state.data : undefined;
  const sku = product?.skus.find((each) => each.skuId === skuId);
  const { term, choose } = useTerm(sku?.termMonths ?? [], order.termMonths);
  const hasOptions = Object.keys(options).length > 0;
  const quote = useQuote({ pid, skuId, quantity, termMonths: term, ...(hasOptions && { options }) });
  const [asksAll, setAsksAll] = useState(false);
  const agreements = textsToRead(product, order, asksAll);
  const consents = useConsents(agreements);
  const attempt = useAttemptKey();
  const form = useForm({ name: 'order-renew', initial: {}, hints: () => ({}) });

  const isReady = () => consents.isComplete() && quote.price !== undefined && !quote.isBusy;
  const send = async (): Promise<void> => {
    const expectedAmount = quote.price?.totalAmount ?? 0;
    const input = { orderNo, termMonths: term, expectedAmount, agreements: [...consents.accepted] };
    const reply = await attempt(input, renewOrder);
    showToast('ok', `续费订单 ${reply.orderNo} 已提交，等待审核`);
    onClose();
    navigate(paths.order(reply.orderNo));
  };
  const onRefused = ({ errCode }: CallError): void => {
    if (errCode === 'RHOR001') quote.retry();
    if (errCode === 'RHOR004') void reload();
    if (errCode !== 'RHAG001') return;
    // A consent that the former order stands on does not reach: what is not known here is asked for.
    setAsksAll(true);
    consents.askAgain();
    void reload().then(form.focusWrong);
  };
  const isOffered = sku !== undefined && sku.termMonths.length > 0;
  return {
    state,
    reload,
    sku,
    term,
    choose,
    quote,
    agreements,
    consents,
    form,
    /** The specification is there, and the former choice still fits it. */
    canRenew: isOffered && !quote.isNegotiated && Object.keys(quote.faults).length === 0,
    submission: { isReady, send, onRefused },
  };
};

/** A renewal as its form needs it. */
export type Renewal = ReturnType<typeof useRenewal>;
