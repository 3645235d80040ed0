import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Visitor, WireData, WireReply } from './visitor.ts';

/** A person with an account. */
export interface Person {
  readonly mobile: string;
  readonly pwd: string;
}

/** The agreements in the demonstration's start-up state. */
export interface Accepted {
  readonly id: string;
  readonly version: string;
}

/** A password that satisfies every rule. */
export const goodPassword = 'Harbour-Blue-42';

const refused = (what: string, reply: WireReply): Error =>
  new Error(`${what}: ${reply.status} ${reply.body.errCode ?? ''}`);

/** The agreements that a scene asks for. */
export const agreementsOf = async (visitor: Visitor, scene: string): Promise<Accepted[]> => {
  const { body } = await visitor.post('/ftc/api/sys/commonConfig', 'channel=OAPP&data=%7B%7D');
  const site = body.data?.['site'] as { agreements: (Accepted & { scene: string; required: boolean })[] } | undefined;
  return (site?.agreements ?? [])
    .filter((agreement) => agreement.scene === scene && agreement.required)
    .map(({ id, version }) => ({ id, version }));
};

/** A solved image code: under `TEST_IMAGE_CODE=abcd` every picture has this answer. */
export const imageTicket = async (visitor: Visitor): Promise<string> => {
  const image = await visitor.call('user.generateImageCode');
  if (image.status !== 200) throw refused('no image code', image);
  const checked = await visitor.call('user.verifyImageCode', { imageId: image.body.data?.['imageId'], code: 'abcd' });
  if (checked.status !== 200) throw refused('image code', checked);
  return String(checked.body.data?.['imageTicket']);
};

const sentTo = (dataDir: string, mobile: string): string | undefined => {
  let text = '';
  try {
    text = readFileSync(join(dataDir, 'outbox/sms.jsonl'), 'utf8');
  } catch {
    return undefined;
  }
  const lines = text.split('\n').filter((line) => line.includes(mobile));
  const last = lines.at(-1);
  return last === undefined ? undefined : String((JSON.parse(last) as { code: string }).code);
};

const lookMs = 20;
const looks = 500;

/** How often the outbox file is read, and when waiting ends. */
export interface SentMessages {
  readonly dataDir: string;
  readonly isOver?: () => boolean;
}

/** Requests a code and waits until it is in the outbox, because the sender runs asynchronously. */
const smsCode = async (visitor: Visitor, { dataDir, isOver }: SentMessages, mobile: string): Promise<string> => {
  const reply = await visitor.call('portal.sendSmsCode', {
    mobile,
    scene: 'register',
    imageTicket: await imageTicket(visitor),
  });
  if (reply.status !== 200) throw refused('no code', reply);
  for (let look = 0; look < looks && isOver?.() !== true; look += 1) {
    const code = sentTo(dataDir, mobile);
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  throw new Error(`no code came for ${mobile}`);
};

/** Everything up to the register call, and that call. */
export const register = async (
  visitor: Visitor,
  messages: SentMessages,
  { mobile, pwd }: Person,
): Promise<WireReply> => {
  const agreements = await agreementsOf(visitor, 'register');
  return visitor.call('portal.register', {
    mobile,
    pwd,
    smsCode: await smsCode(visitor, messages, mobile),
    agreements,
  });
};

/** A person, signed in. */
export const logIn = async (visitor: Visitor, { mobile, pwd }: Person): Promise<Visitor> => {
  await visitor.start();
  const reply = await visitor.call('portal.login', { mobile, pwd });
  if (reply.status !== 200) throw refused('no login', reply);
  return visitor;
};

/** The second demonstration merchant, which has no history, signed in. */
export const demoMerchant = (visitor: Visitor): Promise<Visitor> =>
  logIn(visitor, { mobile: '13800000002', pwd: 'Demo-Merchant-2' });

/** What the demonstration merchant buys: a product that shares data with an organisation, so that its orders depend on three consents. */
export const boughtConfiguration = {
  pid: 'po-finance',
  skuId: 'single',
  quantity: 1,
  termMonths: 3,
  options: { ratio: '30', draw: 'once' },
};

/** A purchase at the price of now, without its key. */
export const purchaseOf = async (merchant: Visitor): Promise<WireData> => {
  const [product, quote] = [
    await merchant.call('portal.productQueryDetail', { pid: boughtConfiguration.pid }),
    await merchant.call('order.quote', boughtConfiguration),
  ];
  // The reply shapes of the contract.
  const asked = product.body.data?.['agreements'] as (Accepted & { scene: string })[];
  const agreements = asked
    .filter(({ scene }) => scene === 'purchase' || scene === 'dataSharing')
    .map(({ id, version }) => ({ id, version }));
  return { ...boughtConfiguration, agreements, expectedAmount: quote.body.data?.['totalAmount'] };
};
