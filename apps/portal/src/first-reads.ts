import { type BegunStart, beginReads, type Read, type StartUp } from '@ronghui/client';
import type { OperationId } from '@ronghui/contract';

/**
 * A script of its own, without the rest of the portal: on some pages of the merchant area it sends what the page asks first as soon as the
 * start-up call is answered, while the other scripts are still on their way. The client takes the replies over (`TakeBegun`); what a page does
 * not ask in the same words is asked again. It costs a request and a kilobyte, for which the pages named here have room.
 */

type Key = keyof StartUp['auth'];

/**
 * By the third part of the page's path: the key without which it asks nothing, the operation of its list, and those of what stands beside it and
 * needs no input. The build reads the names from here (`finish-build.mjs`).
 */
const lists: Readonly<Record<string, readonly [Key | null, OperationId, ...OperationId[]]>> = {
  order: ['order.read', 'order.page', 'order.sum', 'product.list'],
  feedback: ['feedback.read', 'feedback.page'],
  invoice: ['invoice.read', 'invoice.page'],
  authorizationRecord: ['authorization.read', 'authorization.page'],
  exports: ['export.create', 'export.page'],
  notice: [null, 'notice.page'],
};

/** The first reads of an address; a list with a filter asks for itself. */
const readsOf = (hash: string, auth: Partial<StartUp['auth']>): Read[] => {
  const [path = '', search = ''] = hash.slice(1).split('?');
  const name = path.split('/')[3] ?? '';
  if (name === 'home') return [{ operationId: 'home.summary', input: {} }];
  const [key = null, list, ...beside] = lists[name] ?? [];
  if (list === undefined || search !== '' || (key !== null && auth[key] !== true)) return [];
  return [
    { operationId: list, input: { page: 1, pageSize: 20 } },
    ...beside.map((operationId) => ({ operationId, input: {} })),
  ];
};

const begin = async (): Promise<void> => {
  const page: Document & { startUp?: Promise<BegunStart> } = document;
  const started = await page.startUp;
  // The main script was faster, or it began anew.
  if (started === undefined || started.response.bodyUsed) return;
  const { code, data } = await started.response.clone().json();
  const startUp: StartUp = data;
  if (code !== 'SUCCESS' || startUp.user === null) return;
  const base = document.querySelector<HTMLMetaElement>('meta[name="gateway-base"]')?.content ?? '';
  const takeBegun = beginReads({ base, startUp, atMs: started.atMs }, readsOf(location.hash, startUp.auth));
  Object.assign(document, { takeBegun });
};

// What fails here is asked again by the page.
begin().catch(() => undefined);
