import type { accountOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { contactHandlers } from './contact.handlers.ts';
import { imageCodeHandlers } from './image-code.handlers.ts';
import { loginHandlers } from './login.handlers.ts';
import { passwordHandlers } from './password.handlers.ts';
import { registerHandlers } from './register.handlers.ts';
import { smsHandlers } from './sms.handlers.ts';
import { stepUpHandlers } from './step-up.handlers.ts';

/** Image codes, SMS codes, registration, login, passwords, logout. */
export const accountHandlers: HandlersFor<typeof accountOperations> = {
  ...imageCodeHandlers,
  ...smsHandlers,
  ...registerHandlers,
  ...loginHandlers,
  ...passwordHandlers,
  ...stepUpHandlers,
  ...contactHandlers,
};
