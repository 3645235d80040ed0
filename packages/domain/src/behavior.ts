/** What visitors do at the portal, as its tracker reports it (R11.8, R12.9). */

/** The kinds of a record, with the tracker's event: a page, and the steps that lead to an order. */
export const behaviorEvents = {
  visit: 'visit',
  home: 'step.home',
  product: 'step.product',
  config: 'step.config',
  order: 'step.order',
} as const;

/** A kind of record. */
export type BehaviorStep = keyof typeof behaviorEvents;

/** All of them. */
export const behaviorSteps = ['visit', 'home', 'product', 'config', 'order'] as const satisfies readonly BehaviorStep[];

/** The steps to an order, in their order. @source R11.8 */
export const funnelSteps = ['home', 'product', 'config', 'order'] as const satisfies readonly BehaviorStep[];

/** How many days figures may be asked for at once. */
export const behaviorDaysAtMost = 366;

/** How many pages of a day are counted one by one, the most visited. */
export const countedPagesAtMost = 200;

/** A record that comes in later than this after its day is in no figure: a browser sends what it kept when it comes back. @unit days */
export const lateDaysAtMost = 8;
