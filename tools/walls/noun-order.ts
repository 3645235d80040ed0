/**
 * The nouns of the server, each after those that it asks: a noun imports the faces (`<noun>.reads.ts`, `<noun>.steps.ts`) of nouns before it,
 * and of no other. Where one has to ask a later one, the later one is given to it in `features/index.ts`. A new noun goes where its own
 * imports allow it, at the latest to the end.
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
  'lead',
  'behavior',
  'safety',
  'home',
  'content',
];
