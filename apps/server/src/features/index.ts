import type { operations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/context';
import type { Job } from '#kernel/jobs';
import { accountHandlers } from './account/account.handlers.ts';
import { accountJobs } from './account/account.jobs.ts';
import { agreementHandlers } from './agreement/agreement.handlers.ts';
import { behaviorHandlers } from './behavior/behavior.handlers.ts';
import { catalogHandlers } from './catalog/catalog.handlers.ts';
import { docHandlers } from './doc/doc.handlers.ts';
import { homeHandlers } from './home/home.handlers.ts';
import { leadHandlers } from './lead/lead.handlers.ts';
import { orderHandlers } from './order/order.handlers.ts';
import { siteHandlers } from './site/site.handlers.ts';
import { tenantHandlers } from './tenant/tenant.handlers.ts';

/** A handler for every operation of the contract: one that is missing does not compile. */
export const handlers: HandlersFor<typeof operations> = {
  ...siteHandlers,
  ...accountHandlers,
  ...tenantHandlers,
  ...homeHandlers,
  ...catalogHandlers,
  ...agreementHandlers,
  ...orderHandlers,
  ...leadHandlers,
  ...docHandlers,
  ...behaviorHandlers,
};

/** What the nouns do by themselves. */
export const jobs: readonly Job[] = [...accountJobs];
