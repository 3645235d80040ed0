import type { accountOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { contactHandlers } from './contact.handlers.ts';
import { imageCodeHandlers } from './image-code/image-code.handlers.ts';
import { loginHandlers } from './login.handlers.ts';
import type { AccountListeners } from './sign-in.ts';
import { smsHandlers } from './sms.handlers.ts';
import { stepUpHandlers } from './step-up.handlers.ts';

/** Image codes, SMS codes, login, fresh proofs, mobile and address, logout. */
export const accountHandlers = (listeners: AccountListeners): HandlersFor<typeof accountOperations> => ({
  ...imageCodeHandlers,
  ...smsHandlers,
  ...loginHandlers(listeners),
  ...stepUpHandlers,
  ...contactHandlers,
});
