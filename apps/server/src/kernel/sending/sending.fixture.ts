import { smsScenes } from '@ronghui/domain/sender/sms';
import { reportSecret } from '#kernel/sending/reports';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';
import {
  type Carrier,
  type CarrierOptions,
  carrierVariables,
  startCarrier,
} from '../../../../../tools/carrier/carrier.ts';
import type { FormName } from '../../../../../tools/carrier/forms/form.ts';

/** An application that sends its SMS to a lying carrier. */
export interface Sending {
  readonly app: TestApp;
  readonly carrier: Carrier;
  /** Puts a code into the outbox; gives its mobile, which no other message has. */
  enqueue(): Promise<string>;
  /** Sends what is due, again and again while the clock moves on by seconds. */
  pass(seconds: number): Promise<void>;
  /** The simulated second. */
  second(): number;
  /** The simulated second at which the carrier had each of the messages that it accepted: what a busy machine takes does not count. */
  arrivals(): readonly number[];
  /** The deliveries of a mobile, in order. */
  deliveries(mobile: string): Promise<Record<string, unknown>[]>;
  /** Messages that wait. */
  waiting(): Promise<Record<string, unknown>[]>;
  reportPath(form: FormName): string;
  close(): Promise<void>;
}

/** Options of an application with a carrier. */
export interface SendingOptions extends Omit<CarrierOptions, 'now'> {
  readonly order?: readonly FormName[];
  readonly app?: TestAppOptions;
}

/** @unit hundredths of a fen */
export const prices = { aliyun: 450, tencent: 550, http: 0 } as const;

const enterSettings = async (app: TestApp, form: FormName): Promise<void> => {
  const templates = Object.fromEntries(smsScenes.map((scene) => [scene, `SMS_${scene}`]));
  await app.rows(
    `insert into sms_setting (provider, sign_name, templates, price_centifen) values ($1, '融惠', $2, $3)`,
    [form, form === 'http' ? {} : templates, prices[form]],
  );
};

/** Opens an application and a carrier that has its clock. */
export const openSending = async ({
  order = ['aliyun', 'tencent'],
  app: appOptions,
  ...options
}: SendingOptions = {}): Promise<Sending> => {
  let now = (): Date => new Date();
  const carrier = await startCarrier({ ...options, now: () => now() });
  const env = { ...appOptions?.env, ...carrierVariables(carrier.url, order) };
  const app = await testApp({ answerWithinMs: 500, ...appOptions, env });
  now = () => app.clock.now();
  for (const form of order) await enterSettings(app, form);
  let [last, second] = [0, 0];
  const arrivedAt: number[] = [];
  const drain = async (): Promise<void> => {
    await app.app.outbox.drain();
    while (arrivedAt.length < carrier.accepted.length) arrivedAt.push(second);
  };
  return {
    app,
    carrier,
    async enqueue() {
      last += 1;
      const mobile = `137${String(last).padStart(8, '0')}`;
      const expiresAt = new Date(app.clock.now().getTime() + 300_000);
      await app.database.transact('service', (tx) =>
        app.ports.outbox.enqueue(tx, { kind: 'sms', mobile, scene: 'login', code: '123456', expiresAt }),
      );
      return mobile;
    },
    async pass(seconds) {
      await drain();
      for (let passed = 0; passed < seconds; passed += 1) {
        await app.clock.advance({ seconds: 1 });
        second += 1;
        await drain();
      }
    },
    second: () => second,
    arrivals: () => arrivedAt,
    deliveries: (mobile) =>
      app.rows(
        `select provider, state, refusal, reason, price_centifen from sms_delivery where mobile_masked = $1 order by delivery_id`,
        [`${mobile.slice(0, 3)}****${mobile.slice(-4)}`],
      ),
    waiting: () => app.rows('select attempts, lost_by, dead_at, last_error from outbox order by outbox_id'),
    reportPath: (form) => `/callbacks/sms/${form}/${reportSecret(app.ports.digests, form)}`,
    async close() {
      await app.close();
      await carrier.close();
    },
  };
};
