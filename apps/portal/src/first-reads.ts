import { type BegunStart, beginReads, type StartUp } from '@ronghui/client';
import { readsOf } from './page-reads.ts';

/**
 * A script of its own, without the rest of the portal: on some pages of the merchant area it sends what the page asks first as soon as the
 * start-up call is answered, while the other scripts are still on their way. The client takes the replies over (`TakeBegun`); what a page does
 * not ask in the same words is asked again. It costs a request and a kilobyte, for which the pages named in `page-reads.ts` have room.
 */
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
