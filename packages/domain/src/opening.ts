/** What a provider sets up before the first merchant comes (R11.2). */

/** In the order of work. */
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
