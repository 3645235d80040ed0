import type { PaletteItem } from '@ronghui/ui';
import { call } from '@ronghui/web/calls/call';
import { useSettled } from '@ronghui/web/state/settled';
import { useQuery } from '@tanstack/react-query';
import { paths } from '#kernel/paths.ts';
import { type AuthMap, useAuth } from '#kernel/start-up.ts';

/** How many records of a kind are named. */
const most = 6;

type Ask = (text: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>;

/** A kind of records: how its numbers begin, whose key reads them, and how they are found. */
interface Kind {
  readonly name: string;
  readonly begins: readonly string[];
  readonly key: keyof AuthMap;
  readonly ask: Ask;
}

const part = { pageSize: 10 };

const found = (kind: string, path: string, number: string, whose: string): PaletteItem => ({
  id: path,
  label: number,
  group: whose === '' ? kind : `${kind} · ${whose}`,
});

/** The records that have numbers; each number begins with the letters of its kind. */
const numbered: readonly Kind[] = [
  {
    name: '订单',
    begins: ['DD'],
    key: 'ops.order.read',
    ask: async (keyword, signal) =>
      (await call('ops.order.page', { keyword, ...part }, { signal })).items.map(({ orderNo, tenantName }) =>
        found('订单', paths.orders({ open: orderNo }), orderNo, tenantName),
      ),
  },
  {
    name: '账单',
    begins: ['ZD'],
    key: 'ops.billing.read',
    ask: async (billNo, signal) =>
      (await call('ops.bill.page', { billNo, ...part }, { signal })).items.flatMap((bill) =>
        bill.billNo === null ? [] : [found('账单', paths.bills({ open: bill.billNo }), bill.billNo, bill.tenantName)],
      ),
  },
  {
    name: '开票申请',
    begins: ['FP'],
    key: 'ops.billing.read',
    ask: async (keyword, signal) =>
      (await call('ops.invoice.page', { keyword, ...part }, { signal })).items.map(({ invoiceNo, tenantName }) =>
        found('开票申请', paths.invoices({ open: invoiceNo }), invoiceNo, tenantName),
      ),
  },
  {
    name: '差异反馈',
    begins: ['FK'],
    key: 'ops.feedback.read',
    ask: async (feedbackNo, signal) =>
      (await call('ops.feedback.page', { feedbackNo, ...part }, { signal })).items.map((one) =>
        found('差异反馈', paths.feedback(one.feedbackNo), one.feedbackNo, one.tenantName),
      ),
  },
  {
    name: '企业认证',
    begins: ['RZ'],
    key: 'ops.customer.read',
    ask: async (keyword, signal) =>
      (await call('ops.certification.page', { keyword, ...part }, { signal })).items.map((one) =>
        found('企业认证', paths.certification(one.submissionNo), one.submissionNo, one.companyName),
      ),
  },
  {
    name: '线索',
    begins: ['SY', 'LX'],
    key: 'ops.customer.read',
    ask: async (keyword, signal) =>
      (await call('ops.lead.page', { keyword, ...part }, { signal })).items.map(({ ticketNo, company = '' }) =>
        found('线索', paths.leads({ open: ticketNo }), ticketNo, company),
      ),
  },
];

/** Merchants, by a part of their name or the beginning of their credit code. */
const merchants: Kind = {
  name: '商户',
  begins: [],
  key: 'ops.customer.read',
  ask: async (keyword, signal) =>
    (await call('ops.tenant.page', { keyword, ...part }, { signal })).items.map(({ tenantId, name }) =>
      found('商户', paths.tenant(tenantId), name, ''),
    ),
};

/** The letters of a kind, and enough digits that few records have them. */
const numberShape = /^([A-Z]{2})\d{4}[\d-]*$/;

/** The kind that a text is a number of, or merchants where it may be a name; undefined where it is too short for either. */
const kindOf = (typed: string): { readonly kind: Kind; readonly text: string } | undefined => {
  const text = typed.trim();
  const letters = numberShape.exec(text.toUpperCase())?.[1];
  const kind = numbered.find(({ begins }) => letters !== undefined && begins.includes(letters));
  if (kind !== undefined) return { kind, text: text.toUpperCase() };
  return text.length < 2 || text.length > 60 ? undefined : { kind: merchants, text };
};

/** The records that a text names, by number or by the merchant's name, as far as one's keys go; `asking` until that is known for what is typed now. @source ux "Console" */
export const useFoundRecords = (
  typed: string,
): { readonly items: readonly PaletteItem[]; readonly finding: 'asking' | 'failed' | undefined } => {
  const held = useAuth();
  const settled = useSettled(typed, 200);
  const asked = kindOf(settled);
  const isAllowed = asked !== undefined && held[asked.kind.key] === true;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['desk', 'found', asked?.kind.name, asked?.text],
    queryFn: ({ signal }) => asked?.kind.ask(asked.text, signal) ?? [],
    enabled: isAllowed,
    // What was found stands in nobody's cache after the palette is closed.
    gcTime: 0,
  });
  if (settled !== typed) return { items: [], finding: 'asking' };
  if (!isAllowed) return { items: [], finding: undefined };
  const items = (data ?? []).slice(0, most);
  return { items, finding: isFetching ? 'asking' : isError ? 'failed' : undefined };
};
