import type { Read, StartUp } from '@ronghui/client';
import type { OperationId } from '@ronghui/contract';

type Key = keyof StartUp['auth'];

/** By the third part of a list's path: the key without which it asks nothing, its operation, and those of what stands beside it and needs no input. */
const lists: Readonly<Record<string, readonly [Key | null, OperationId, ...OperationId[]]>> = {
  order: ['order.read', 'order.page', 'order.sum', 'product.list'],
  bill: ['bill.read', 'bill.page', 'bill.sum', 'receipt.unapplied', 'stage.all', 'product.list'],
  feedback: ['feedback.read', 'feedback.page', 'stage.all'],
  invoice: ['invoice.read', 'invoice.page', 'invoice.sum', 'invoice.title'],
  authorizationRecord: ['authorization.read', 'authorization.page'],
  exports: ['export.create', 'export.page'],
  notice: [null, 'notice.page'],
};

/** The pages of the merchant area whose first reads are sent before their scripts are there, by the third part of their path. */
export const pagesWithReads: readonly string[] = ['home', ...Object.keys(lists)];

/** The first reads of an address; a list with a filter asks for itself. */
export const readsOf = (hash: string, auth: Partial<StartUp['auth']>): Read[] => {
  const [path = '', search = ''] = hash.slice(1).split('?');
  const name = path.split('/')[3] ?? '';
  if (name === 'home') return [{ operationId: 'home.summary', input: {} }];
  const [key = null, list, ...beside] = (Object.hasOwn(lists, name) ? lists[name] : undefined) ?? [];
  if (list === undefined || search !== '' || (key !== null && auth[key] !== true)) return [];
  return [
    { operationId: list, input: { page: 1, pageSize: 20 } },
    ...beside.map((operationId) => ({ operationId, input: {} })),
  ];
};
