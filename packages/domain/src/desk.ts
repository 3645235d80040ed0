/** The desk of the provider's staff: what waits, and who has taken it (R11.2). */

/** What waits for staff, in the order of the console's first page. */
export const deskQueues = [
  'certification',
  'certificationTransfer',
  'orderReview',
  'orderVoucher',
  'orderOpening',
  'billVoucher',
  'billDraft',
  'billPastDue',
  'feedback',
  'feedbackRelease',
  'invoice',
  'lead',
  'leadReminder',
] as const;

/** One of these. */
export type DeskQueue = (typeof deskQueues)[number];

/** What one member of staff takes, so that two do not work on the same; a stage stands for its drafts, which one issues together. */
export const deskKinds = ['certification', 'order', 'feedback', 'bill', 'stage', 'invoice'] as const;

/** One of these. */
export type DeskKind = (typeof deskKinds)[number];

/** How many things of a queue are counted; one more stands for any more. */
export const deskCountAtMost = 1000;

/** Lists of what can be taken: one's own, and what nobody has. */
export const takenFilters = ['mine', 'free'] as const;
