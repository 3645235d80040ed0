import type { MessageRow } from './conversation.ts';

/** How many messages are answered at once where nothing is asked. */
const usual = 50;

interface Asked {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

type Reading = { readonly after: number; readonly limit: number } | { readonly before: number; readonly limit: number };

/** Beyond any message. */
const end = 2_147_483_647;

/** The messages that are asked for, the oldest first, and whether there are more in that direction. */
export const readHistory = async (
  read: (reading: Reading) => Promise<MessageRow[]>,
  { before = end, after, limit = usual }: Asked,
): Promise<{ readonly rows: readonly MessageRow[]; readonly hasMore: boolean }> => {
  const rows = await read(after === undefined ? { before, limit } : { after, limit });
  const hasMore = rows.length > limit;
  return { rows: after === undefined ? rows.slice(-limit) : rows.slice(0, limit), hasMore };
};
