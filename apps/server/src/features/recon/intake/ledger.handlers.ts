import type { ledgerOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';

const missing = () => Promise.reject(new Error('not there yet'));

export const ledgerHandlers: HandlersFor<typeof ledgerOperations> = {
  'recon.upload': missing,
  'recon.preview': missing,
  'recon.saveMapping': missing,
  'recon.report': missing,
};
