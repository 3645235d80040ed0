import type { FastState, Ids } from '#kernel/ports';

/** What a proof is good for; one purpose's ticket serves no other. */
export type TicketPurpose = 'imageCode' | 'step' | 'closeAccount';

/** Whose proof it is: the browser session that gave it. */
export interface TicketBond {
  readonly purpose: TicketPurpose;
  readonly sessionId: string;
}

const keyOf = (bond: TicketBond, ticket: string) => `ticket:${bond.purpose}:${bond.sessionId}:${ticket}`;

/** Gives a proof that can be used once, by this session, until `ttlMs` has passed. @source security 4.4 */
export const issueTicket = async (
  { fast, ids }: { readonly fast: FastState; readonly ids: Ids },
  bond: TicketBond,
  ttlMs: number,
): Promise<string> => {
  const ticket = ids.id();
  await fast.put(keyOf(bond, ticket), '1', ttlMs);
  return ticket;
};

/** Uses a proof up. False when it was never given to this session, is over, or was used. */
export const spendTicket = async (
  { fast }: { readonly fast: FastState },
  bond: TicketBond,
  ticket: string,
): Promise<boolean> => (await fast.takeOnce(keyOf(bond, ticket))) !== null;
