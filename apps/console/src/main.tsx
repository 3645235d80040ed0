import '@ronghui/ui/tokens.css';
import '@ronghui/ui/base.css';
import { insecureText } from '@ronghui/client';
import { startUp } from '@ronghui/web/calls/call';
import { setDraftPrefix } from '@ronghui/web/forms/draft';
import { readAtEachVisit, showToDevtools } from '@ronghui/web/queries/query-client';
import { noticeStore } from '@ronghui/web/screen/notice';
import { restoreTheme } from '@ronghui/web/screen/theme';
import { createRoot } from 'react-dom/client';
import { openClient } from '#kernel/client.ts';
import { routeTable } from './routes.ts';
import { App } from './shell/app.tsx';

const container = document.getElementById('ice-container');
if (container === null) throw new Error('the document has no element with the id ice-container');

if (import.meta.env['VITE_QUERY_DEVTOOLS'] === 'on') showToDevtools();
setDraftPrefix('console-draft:');
openClient();
// Merchants and colleagues change everything that staff read.
readAtEachVisit();
restoreTheme();
void startUp().then((failure) => {
  if (failure?.kind === 'insecure') noticeStore.set(insecureText);
});
createRoot(container).render(<App table={routeTable} />);
