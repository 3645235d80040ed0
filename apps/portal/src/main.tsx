import '@ronghui/ui/tokens.css';
import '@ronghui/ui/base.css';
import './shell/words-first.css';
import { insecureText } from '@ronghui/client';
import { startUp } from '@ronghui/web/calls/call';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { currentLocation, navigate, seedLocation } from '@ronghui/web/navigation/hash-location';
import { queryClient, readAtEachVisit, showToDevtools } from '@ronghui/web/queries/query-client';
import { noticeStore } from '@ronghui/web/screen/notice';
import { pageTypeOf, pageTypeStore } from '@ronghui/web/screen/page-type';
import { restoreTheme } from '@ronghui/web/screen/theme';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { holdFirstResponse } from '#features/catalog/home/first-response.ts';
import { openClient } from '#kernel/client.ts';
import { followRedirects, paths } from '#kernel/paths.ts';
import { startUpStore, stateOfDocument } from '#kernel/start-up.ts';
import { readDocumentData } from './document-data.ts';
import { routeTable } from './routes.ts';
import { App, loadAreaShell } from './shell/app.tsx';
import { matchRoute } from './shell/route-table.ts';

const container = document.getElementById('ice-container');
if (container === null) throw new Error('the document has no element with the id ice-container');

if (import.meta.env['VITE_QUERY_DEVTOOLS'] === 'on') showToDevtools();
openClient();
// What staff and other members of the tenant change.
readAtEachVisit('home', 'order', 'bill', 'feedback', 'invoice', 'export', 'authorization');
seedLocation(paths.home());

const given = readDocumentData();
pageTypeStore.seed((given ? given.pageType === 'h5' : pageTypeOf(navigator.userAgent) === 'H5') ? 'H5' : 'PC');
if (given !== undefined) {
  startUpStore.seed(stateOfDocument(given.site));
  holdFirstResponse(given.data);
  // Every page that asks for the products has them.
  queryClient.setQueryData(['catalog', 'productMap'], given.data.productMap);
}

const { path, search } = currentLocation();
const resolvedPath = followRedirects(path);
if (resolvedPath !== path) navigate(search === '' ? resolvedPath : `${resolvedPath}?${search}`, { replace: true });

const first = matchRoute(routeTable, resolvedPath)?.route;
const load = first?.load;
// A page that fails to load is shown by its error boundary.
const firstPage = load === undefined ? Promise.resolve() : loadChunk(load).catch(() => undefined);
const started = startUp();

/**
 * A page of the merchant area is rendered once its frame is there and its user is known: until then the document's shell shows the frame,
 * and no frame is shown that the next moment replaces.
 */
const areaReady = (): Promise<unknown> => Promise.all([firstPage, loadChunk(loadAreaShell), started]);

/** How long hydration of the frame waits for the first page's chunk. @unit ms */
const timeoutMs = 1_000;
const show = () => {
  // In slices, so that the page reacts to a press meanwhile.
  startTransition(() => {
    if (given !== undefined && resolvedPath === paths.home() && container.firstElementChild !== null) {
      hydrateRoot(container, <App table={routeTable} />);
    } else {
      createRoot(container).render(<App table={routeTable} />);
    }
  });
};
const publicReady = (): Promise<unknown> =>
  Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
void (first?.access === 'merchant' ? areaReady() : publicReady()).then(show);

void started.then((failure) => {
  if (failure?.kind === 'insecure') noticeStore.set(insecureText);
  restoreTheme();
});
