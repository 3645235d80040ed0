import type { FastState, Ids } from '#kernel/ports';
import { Refusal } from '#kernel/refusal';

/** The purpose of a ticket, which is valid for no other. */
export type TicketPurpose = 'imageCode' | 'step' | 'closeAccount';

/** The browser session that a ticket belongs to. */
export interface TicketBond {
  readonly purpose: TicketPurpose;
  readonly sessionId: string;
}

const keyOf = (bond: TicketBond, ticket: string) => `ticket:${bond.purpose}:${bond.sessionId}:${ticket}`;

/** Issues a ticket that this session can use once, until `ttlMs` has passed. @source security 4.4 */
export const issueTicket = async (
  { fast, ids }: { readonly fast: FastState; readonly ids: Ids },
  bond: TicketBond,
  ttlMs: number,
): Promise<string> => {
  const ticket = ids.id();
  await fast.put(keyOf(bond, ticket), '1', ttlMs);
  return ticket;
};

/** Uses a ticket up. False when it was not issued to this session, has expired, or was used. */
export const spendTicket = async (
  { fast }: { readonly fast: FastState },
  bond: TicketBond,
  ticket: string,
): Promise<boolean> => (await fast.takeOnce(keyOf(bond, ticket))) !== null;

/** A ticket that a call brings. */
export interface CallTicket {
  readonly bond: TicketBond;
  readonly ticket: string;
  /** Its lifetime when it is restored. */
  readonly ttlMs: number;
}

/**
 * Uses a ticket up for one call: once, even if its transaction is retried. It is restored when the call ends with an internal error, so that
 * a retry with the same idempotency key can use it. @source contract 2, security 4.15
 */
export const withTicket = async <T>(
  ports: { readonly fast: FastState },
  { bond, ticket, ttlMs }: CallTicket,
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

/** How long a fresh proof that a failed call did not use stays valid. @unit ms */
const stepMs = 300_000;

/**
 * Runs a dangerous step of the one who is signed in with the fresh proof that the call brings; without one there is nothing to spend.
 * @source security 4.1
 */
export const withStepProof = <T>(
  {
    ports,
    session,
  }: { readonly ports: { readonly fast: FastState }; readonly session: { readonly sessionId: string } },
  stepTicket: string | undefined,
  work: (spend: () => Promise<boolean>) => Promise<T>,
): Promise<T> =>
  withTicket(
    ports,
    { bond: { purpose: 'step', sessionId: session.sessionId }, ticket: stepTicket ?? '', ttlMs: stepMs },
    work,
  );
