/**
 * The nouns of the server, each after those that it depends on: a noun imports the faces (`<noun>.reads.ts`, `<noun>.steps.ts`) only of
 * nouns before it. Where it needs a later one, `features/index.ts` injects that one. A new noun goes where its imports allow it, at the
 * latest to the end.
 */
export const nounOrder: readonly string[] = [
  'staff',
  'notice',
  'agreement',
  'authorization',
  'file',
  'account',
  'password',
  'tenant',
  'register',
  'site',
  'doc',
  'catalog',
  'certification',
  'order',
  'purchase',
  'bill',
  'lead',
  'behavior',
  'safety',
  'content',
  'feedback',
  'recon',
  'loan-consult',
  'export',
  'invoice',
  'home',
  'audit',
  'desk',
  'customer',
  'business',
  'sender',
  'system',
];
