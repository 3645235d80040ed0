import type { BrowserContext } from '@playwright/test';
import { type SignedCall, type SignedSession, startSession, textIn } from './signed-calls.ts';

/** A member of a merchant who is logged in without a browser: makes signed calls, which must succeed. */
export interface SignedMerchant {
  readonly call: SignedCall;
  readonly tenantId: string;
  /** Uploads a picture; returns its id. */
  upload(name: string, bytes: Buffer): Promise<string>;
  /** Gives the session to a browser, in place of the one that it had. */
  openIn(context: BrowserContext): Promise<void>;
}

/** The certified merchant of the demonstration. */
export const demoMerchant = { mobile: '13800000001', password: 'Demo-Merchant-1' } as const;

/** A member of the same merchant who may confirm and approve. */
export const demoFinance = { mobile: '13800000011', password: 'Demo-Finance-1' } as const;

/** Gives a session to a browser, in place of the one that it had. */
export const openSession = async (context: BrowserContext, url: string, session: SignedSession): Promise<void> => {
  const cookie = session.cookie();
  const middle = cookie.indexOf('=');
  const [name, value] = [cookie.slice(0, middle), cookie.slice(middle + 1)];
  await context.clearCookies();
  await context.addCookies([{ name, value, url }]);
};

/** Logs a merchant's user in. */
export const enterMerchant = async (
  url: string,
  { mobile, password }: { readonly mobile: string; readonly password: string },
): Promise<SignedMerchant> => {
  const session = await startSession(url, '/ftc/api/sys/commonConfig');
  const data = await session.enter('portal.login', { mobile, pwd: password });
  return {
    call: session.call,
    tenantId: textIn(data, 'user', 'tenantId'),
    upload: (name, bytes) => session.upload(name, bytes),
    openIn: (context) => openSession(context, url, session),
  };
};
