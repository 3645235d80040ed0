import type { resultOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';

const missing = () => Promise.reject(new Error('not there yet'));

export const resultHandlers: HandlersFor<typeof resultOperations> = {
  'recon.rows': missing,
  'recon.suggest': missing,
  'recon.match': missing,
  'recon.unmatch': missing,
  'recon.accept': missing,
  'recon.note': missing,
  'recon.undo': missing,
  'recon.claims': missing,
  'recon.toFeedback': missing,
};
