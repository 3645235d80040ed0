/** The component of the messages, as a separate chunk. */
export { Toaster } from '@ronghui/ui';
