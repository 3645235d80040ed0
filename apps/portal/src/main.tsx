import '@ronghui/ui/tokens.css';
import '@ronghui/ui/base.css';
import './shell/words-first.css';
import { insecureText } from '@ronghui/client';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { startUp } from '#kernel/call.ts';
import { loadChunk } from '#kernel/chunks.tsx';
import { holdFirstResponse } from '#kernel/first-response.ts';
import { currentLocation, navigate } from '#kernel/hash-location.ts';
import { pageTypeOf, pageTypeStore } from '#kernel/page-type.ts';
import { paths, settle } from '#kernel/paths.ts';
import { startUpStore, stateOfDocument } from '#kernel/start-up.ts';
import { restoreTheme } from '#kernel/theme.ts';
import { readDocumentData } from './document-data.ts';
import { App, loadAreaShell } from './shell/app.tsx';
import { noticeStore } from './shell/notice-banner.tsx';
import { matchRoute } from './shell/route-view.tsx';

const container = document.getElementById('ice-container');
if (container === null) throw new Error('the document has no element with the id ice-container');

const given = readDocumentData();
pageTypeStore.seed((given ? given.pageType === 'h5' : pageTypeOf(navigator.userAgent) === 'H5') ? 'H5' : 'PC');
if (given !== undefined) {
  startUpStore.seed(stateOfDocument(given.site));
  holdFirstResponse(given.data);
}

const { path, search } = currentLocation();
const settled = settle(path);
if (settled !== path) navigate(search === '' ? settled : `${settled}?${search}`, { replace: true });

const first = matchRoute(settled)?.route;
const load = first?.load;
// The frame that this page will stand in once it is known who asks; the shell says what happens without it.
if (first?.access === 'merchant') void loadAreaShell();
// A page that fails to load is shown by its error boundary.
const firstPage = load === undefined ? Promise.resolve() : loadChunk(load).catch(() => undefined);
const started = startUp();

/** How long the first page's chunk is waited for before the frame comes to life around the document's shell. @unit ms */
const patienceMs = 1_000;
const show = () => {
  // In slices, so that a press meanwhile is heard.
  startTransition(() => {
    if (given !== undefined && settled === paths.home() && container.firstElementChild !== null) {
      hydrateRoot(container, <App />);
    } else {
      createRoot(container).render(<App />);
    }
  });
};
void Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, patienceMs))]).then(show);

void started.then((failure) => {
  if (failure?.kind === 'insecure') noticeStore.set(insecureText);
  restoreTheme();
});
