import { Refusal } from '#kernel/calls/refusal';
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

/** A proof that a call brings. */
export interface BroughtTicket {
  readonly bond: TicketBond;
  readonly ticket: string;
  /** How long it lives again when it is given back. */
  readonly ttlMs: number;
}

/**
 * Uses a proof up for one call: once, however often its transaction begins again, and given back when it ends for a fault of ours, so that
 * the repeat that the call's key promises finds it. @source contract 2, security 4.15
 */
export const withTicket = async <T>(
  ports: { readonly fast: FastState },
  { bond, ticket, ttlMs }: BroughtTicket,
  work: (spend: () => Promise<boolean>) => Promise<T>,
): Promise<T> => {
  let spent: Promise<boolean> | undefined;
  const spend = (): Promise<boolean> => {
    spent ??= spendTicket(ports, bond, ticket);
    return spent;
  };
  try {
    return await work(spend);
  } catch (error) {
    if (!(error instanceof Refusal) && (await spent) === true) await ports.fast.put(keyOf(bond, ticket), '1', ttlMs);
    throw error;
  }
};
