import type { runOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';

const missing = () => Promise.reject(new Error('not there yet'));

export const runHandlers: HandlersFor<typeof runOperations> = {
  'recon.start': missing,
  'recon.again': missing,
  'recon.page': missing,
  'recon.get': missing,
  'recon.cancel': missing,
  'recon.changes': missing,
  'recon.settings': missing,
  'recon.saveSettings': missing,
  'recon.dryRun': missing,
  'recon.close': missing,
  'recon.statement': missing,
  'recon.year': missing,
};
