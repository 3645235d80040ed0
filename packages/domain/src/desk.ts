/** The desk of the provider's staff: what waits, who has taken it, and what is left to do before the first merchant comes (R11.2). */

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
  'writeOffRelease',
  'receiptUnapplied',
  'receiptUnknown',
  'accountMonth',
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

/** What a provider sets up before the first merchant comes, in the order of work. */
export const openingSteps = [
  'site',
  'payee',
  'registerAgreement',
  'contactAgreement',
  'certificationAgreement',
  'purchaseAgreement',
  'trialAgreement',
  'category',
  'product',
  'colleague',
  'project',
  'stage',
  'feeRule',
] as const;

/** One of these. */
export type OpeningStep = (typeof openingSteps)[number];

/** The steps without which nobody can register, choose a product or pay. */
export const openingBlockers: ReadonlySet<OpeningStep> = new Set([
  'site',
  'payee',
  'registerAgreement',
  'category',
  'product',
]);

/** What people outside can do, each with the steps that it wants. */
export const openingAreas = {
  read: [],
  contact: ['site'],
  register: ['registerAgreement'],
  purchase: ['registerAgreement', 'category', 'product'],
  pay: ['payee'],
  bill: ['project', 'stage', 'feeRule'],
} as const satisfies Readonly<Record<string, readonly OpeningStep[]>>;

/** One of these. */
export type OpeningArea = keyof typeof openingAreas;
