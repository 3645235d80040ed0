import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Chance, chanceOf, seedOf } from './chance.ts';
import { aliyunForm } from './forms/aliyun-form.ts';
import type { Accepted, Answered, Form, FormName, Wanted } from './forms/form.ts';
import { httpForm } from './forms/http-form.ts';
import { tencentForm } from './forms/tencent-form.ts';

/** The accounts of the carrier's one client. */
export const carrierAccounts = {
  aliyun: { keyId: 'carrier-key-id', keySecret: 'carrier-key-secret' },
  tencent: { secretId: 'carrier-secret-id', secretKey: 'carrier-secret-key', appId: '1400000000' },
  http: { secret: 'carrier-shared-secret' },
} as const;

/** The variables of a server that sends through a carrier, by its address. */
export const carrierVariables = (url: string, order: readonly FormName[]): Record<string, string> => ({
  SMS_PROVIDER: order.join(','),
  SMS_ALIYUN_URL: url,
  ALIYUN_SMS_KEY_ID: carrierAccounts.aliyun.keyId,
  ALIYUN_SMS_KEY_SECRET: carrierAccounts.aliyun.keySecret,
  SMS_TENCENT_URL: url,
  TENCENT_SMS_SECRET_ID: carrierAccounts.tencent.secretId,
  TENCENT_SMS_SECRET_KEY: carrierAccounts.tencent.secretKey,
  TENCENT_SMS_APP_ID: carrierAccounts.tencent.appId,
  SMS_HTTP_URL: `${url}/sms`,
  SMS_HTTP_SECRET: carrierAccounts.http.secret,
});

/** How often the carrier fails, each from 0 to 1. */
export interface Faults {
  /** Answers with a passing error. */
  readonly refuse: number;
  /** Ends the connection before it has accepted anything. */
  readonly cut: number;
  /** Accepts, and ends the connection instead of answering. */
  readonly lose: number;
  /** Answers later, by up to `delayMs`. */
  readonly delay: number;
  /** @unit ms */
  readonly delayMs: number;
}

const noFaults: Faults = { refuse: 0, cut: 0, lose: 0, delay: 0, delayMs: 0 };

/** Options of a carrier. */
export interface CarrierOptions {
  readonly seed?: number;
  readonly port?: number;
  readonly faults?: Partial<Faults>;
  /** Its clock; a test gives the one that it moves. */
  readonly now?: () => Date;
}

/** What it does instead of its chances, for one form: an error class, silence, or a connection that ends. */
export type Mood =
  | 'retry'
  | 'failOver'
  | 'wait'
  | 'number'
  | 'cut'
  | 'lose'
  | 'silent'
  | { readonly code: string }
  | null;

/** A running carrier. */
export interface Carrier {
  readonly url: string;
  /** Every message that it has accepted, in order. */
  readonly accepted: readonly Accepted[];
  /** The ids of messages to which it gave no answer, whether it has accepted them or not. */
  readonly unanswered: ReadonlySet<string>;
  /** Requests by form, questions included. */
  readonly asked: Readonly<Record<FormName, number>>;
  /** Lets a form behave in one way until it is null again. */
  behave(form: FormName, mood: Mood): void;
  close(): Promise<void>;
}

/** Messages that a number takes (as Alibaba Cloud: one a minute, five an hour, ten a day). @unit ms */
const numberLimits = [
  [60_000, 1],
  [3_600_000, 5],
  [86_400_000, 10],
] as const;

const isOverLimit = (accepted: readonly Accepted[], now: Date): boolean =>
  numberLimits.some(
    ([spanMs, most]) => accepted.filter(({ at }) => now.getTime() - at.getTime() < spanMs).length >= most,
  );

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

const answer = (response: ServerResponse, { status, body }: Answered): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(JSON.stringify(body));
};

const formOf = (forms: Readonly<Record<FormName, Form>>, { headers }: IncomingMessage): Form | undefined => {
  if (headers['x-acs-action'] !== undefined) return forms.aliyun;
  if (headers['x-tc-action'] !== undefined) return forms.tencent;
  return headers['x-ronghui-signature'] === undefined ? undefined : forms.http;
};

/** What happens to a message: by the form's mood, or by chance. */
const fateOf = (mood: Mood, faults: Faults, chance: Chance): Exclude<Mood, null> | 'accept' => {
  if (mood !== null) return mood;
  const drawn = chance();
  if (drawn < faults.refuse) return 'retry';
  if (drawn < faults.refuse + faults.cut) return 'cut';
  return drawn < faults.refuse + faults.cut + faults.lose ? 'lose' : 'accept';
};

/** What the carrier remembers. */
class Memory {
  readonly accepted: Accepted[] = [];
  readonly unanswered = new Set<string>();
  readonly asked = { aliyun: 0, tencent: 0, http: 0 };
  readonly moods: Record<FormName, Mood> = { aliyun: null, tencent: null, http: null };
  readonly #ofMobile = new Map<string, Accepted[]>();
  readonly #askedFor = new Map<string, number>();
  readonly #seed: number;
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The chances of the next request for a mobile: the same for the same seed, whatever comes in between. */
  chancesOf(form: FormName, mobile: string): Chance {
    const name = `${form} ${mobile}`;
    const time = (this.#askedFor.get(name) ?? 0) + 1;
    this.#askedFor.set(name, time);
    return chanceOf(seedOf(this.#seed, `${name} ${time}`));
  }

  of(form: FormName, mobile: string): readonly Accepted[] {
    return this.#ofMobile.get(`${form} ${mobile}`) ?? [];
  }
  accept(form: FormName, wanted: Wanted, at: Date): string {
    const number = `${form}-${this.accepted.length + 1}`;
    const row: Accepted = { ...wanted, form, number, at };
    this.accepted.push(row);
    this.#ofMobile.set(`${form} ${wanted.mobile}`, [...this.of(form, wanted.mobile), row]);
    return number;
  }
}

/** Starts a carrier on loopback. */
export const startCarrier = async (options: CarrierOptions = {}): Promise<Carrier> => {
  const { seed = 1, port = 0, now = () => new Date() } = options;
  const faults = { ...noFaults, ...options.faults };
  const memory = new Memory(seed);
  const forms: Readonly<Record<FormName, Form>> = {
    aliyun: aliyunForm(carrierAccounts.aliyun),
    tencent: tencentForm(carrierAccounts.tencent),
    http: httpForm(carrierAccounts.http),
  };

  const take = async (form: Form, wanted: Wanted, response: ServerResponse): Promise<void> => {
    const chance = memory.chancesOf(form.name, wanted.mobile);
    const fate = fateOf(memory.moods[form.name], faults, chance);
    if (chance() < faults.delay) await wait(chance() * faults.delayMs);
    if (fate === 'cut' || fate === 'silent') {
      memory.unanswered.add(wanted.id);
      if (fate === 'cut') response.destroy();
      return;
    }
    if (typeof fate === 'object') return answer(response, form.refuse(fate.code));
    if (fate !== 'lose' && fate !== 'accept') return answer(response, form.refuse(form.codes[fate]));
    if (isOverLimit(memory.of(form.name, wanted.mobile), now())) return answer(response, form.refuse(form.codes.wait));
    const number = memory.accept(form.name, wanted, now());
    if (fate === 'accept') return answer(response, form.accept(number));
    memory.unanswered.add(wanted.id);
    response.destroy();
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = formOf(forms, request);
    const body = await readBody(request);
    if (form === undefined) return answer(response, { status: 404, body: {} });
    memory.asked[form.name] += 1;
    const read = form.read({ headers: request.headers, url: request.url ?? '/', body }, now());
    if (read.kind === 'refused') return answer(response, read.answer);
    if (read.kind === 'send') return take(form, read.wanted, response);
    const chance = memory.chancesOf(form.name, read.mobile);
    const isDown = memory.moods[form.name] === 'silent' || chance() < faults.refuse + faults.cut;
    if (isDown) return void response.destroy();
    answer(response, read.found(memory.of(form.name, read.mobile)));
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    // A listening TCP server has such an address.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: memory.accepted,
    unanswered: memory.unanswered,
    asked: memory.asked,
    behave(form, mood) {
      memory.moods[form] = mood;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
