import { billingEvents } from './billing.ts';
import { companyEvents } from './company.ts';
import { consentEvents } from './consents.ts';
import type { DaysAgo, Event, Stage } from './event.ts';
import { memberEvents } from './members.ts';
import { orderEvents } from './orders.ts';
import { visitorEvents } from './visitors.ts';

/** Everything that happened, in its order. */
export const storyOf = (stage: Stage, ago: DaysAgo): readonly Event[] =>
  [companyEvents, memberEvents, consentEvents, orderEvents, billingEvents, visitorEvents]
    .flatMap((events) => events(stage, ago))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
