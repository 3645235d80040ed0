import { randomInt } from 'node:crypto';
import { type OutboxSms, readOutbox } from './server.ts';
import { type SignedSession, startSession } from './signed-calls.ts';

/** The initial password of every account in a test. */
export const firstPassword = 'Merchant-2026';

/** A mobile that no other test uses. */
export const newMobile = (): string => `19${randomInt(100_000_000, 1_000_000_000)}`;

/** The messages that were sent to a mobile, the latest last. */
export const messagesTo = (dataDir: string, mobile: string): readonly OutboxSms[] => {
  try {
    return readOutbox(dataDir, mobile);
  } catch {
    // Nothing has been sent yet.
    return [];
  }
};

interface Agreement {
  readonly id: string;
  readonly version: string;
  readonly scene: string;
}

/** The texts that have to be agreed to in a scene, as a call names them. */
export const agreementsOf = async (
  url: string,
  scene: string,
): Promise<readonly Pick<Agreement, 'id' | 'version'>[]> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
  const reply = await fetch(`${url}/ftc/api/sys/commonConfig`, {
    method: 'POST',
    headers,
    body: 'channel=OAPP&data=%7B%7D',
  });
  const { data }: { data: { site: { agreements: readonly Agreement[] } } } = await reply.json();
  return data.site.agreements.filter((each) => each.scene === scene).map(({ id, version }) => ({ id, version }));
};

/** Registers a mobile with the code that was sent to it. */
export const registerMobile = async (
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  mobile: string,
  companyName = '',
): Promise<SignedSession> => {
  const session = await startSession(url, '/ftc/api/sys/commonConfig');
  const { imageId } = await session.call('user.generateImageCode');
  const { imageTicket } = await session.call('user.verifyImageCode', { imageId, code: 'abcd' });
  const before = messagesTo(dataDir, mobile).length;
  await session.callSealed('portal.sendSmsCode', { mobile }, { scene: 'register', imageTicket });
  while (messagesTo(dataDir, mobile).length === before) await new Promise((resolve) => setTimeout(resolve, 50));
  const smsCode = messagesTo(dataDir, mobile).at(-1)?.code ?? '';
  const agreements = await agreementsOf(url, 'register');
  const company = companyName === '' ? {} : { companyName };
  await session.enter('portal.register', { mobile, pwd: firstPassword }, { smsCode, agreements, ...company });
  return session;
};
