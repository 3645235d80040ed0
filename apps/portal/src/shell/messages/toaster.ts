/** The messages as the ui draws them; a chunk of its own. */
export { Toaster } from '@ronghui/ui';
