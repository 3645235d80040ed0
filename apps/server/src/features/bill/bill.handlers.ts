import type { billOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { dimensionHandlers } from './dimension/dimension.handlers.ts';

/** What bills are grouped by (R10.3, R11.6). */
export const billHandlers: HandlersFor<typeof billOperations> = { ...dimensionHandlers };
