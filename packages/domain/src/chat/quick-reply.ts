/** Quick replies of the desk: words that are written often, with places for names. @source service 5.2 */

/** How many a member of staff has, and how many all share. */
export const quickReplyBounds = { own: 100, shared: 200, title: 40, content: 1000 } as const;

/** What a place in the words stands for. */
export const quickReplyPlaces = { customer: '{客户}', agent: '{客服}' } as const;

/** The words with the names in their places; a place that is no name's stays as it was written, and so does one within a name. */
export const fillQuickReply = (
  content: string,
  names: { readonly [Place in keyof typeof quickReplyPlaces]: string },
): string =>
  content.replace(/\{(?:客户|客服)\}/gu, (place) =>
    place === quickReplyPlaces.customer ? names.customer : names.agent,
  );

interface Reply {
  readonly title: string;
  readonly content: string;
}

/** Those that a draft asks for: all after `/` alone, then those with the words in their title, then in what they say. None for another draft. */
export const findQuickReplies = <Each extends Reply>(replies: readonly Each[], draft: string): readonly Each[] => {
  if (!draft.startsWith('/') || draft.includes('\n')) return [];
  const words = draft.slice(1).trim().toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(words);
  const byTitle = replies.filter(({ title }) => has(title));
  return [...byTitle, ...replies.filter((one) => !byTitle.includes(one) && has(one.content))];
};
