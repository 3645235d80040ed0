/** What a press in the drawer of a consent asks for is fetched when the drawer stands, or with the press; a test fetches it ahead. */
export const loadConsentParts = {
  revoke: () => import('./revoke-question.tsx'),
  regrant: () => import('./regrant-drawer.tsx'),
  words: () => import('./agreed-words.tsx'),
};
