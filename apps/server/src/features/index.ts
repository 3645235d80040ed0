import type { operations } from '@ronghui/contract';
import { accountHandlers } from '#features/account/account.handlers';
import { agreementHandlers } from '#features/agreement/agreement.handlers';
import { behaviorHandlers } from '#features/behavior/behavior.handlers';
import { catalogHandlers } from '#features/catalog/catalog.handlers';
import { docHandlers } from '#features/doc/doc.handlers';
import { leadHandlers } from '#features/lead/lead.handlers';
import { orderHandlers } from '#features/order/order.handlers';
import { siteHandlers } from '#features/site/site.handlers';
import { tenantHandlers } from '#features/tenant/tenant.handlers';
import type { HandlersFor } from '#kernel/context';
import type { Job } from '#kernel/jobs';

/** A handler for every operation of the contract: one that is missing does not compile. */
export const handlers: HandlersFor<typeof operations> = {
  ...siteHandlers,
  ...accountHandlers,
  ...tenantHandlers,
  ...catalogHandlers,
  ...agreementHandlers,
  ...orderHandlers,
  ...leadHandlers,
  ...docHandlers,
  ...behaviorHandlers,
};

/** What the nouns do by themselves. */
export const jobs: readonly Job[] = [];
