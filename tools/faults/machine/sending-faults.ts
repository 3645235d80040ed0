import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const clearRest = "update sms_rest set failures = 0, rests_until = null; delete from outbox where kind = 'sms'";

/** Faults of who carries SMS and mails. */
export const sendingFaults: readonly Fault[] = [
  {
    name: 'Carrier dead',
    made: 'nobody listens at its address',
    begin: ({ stopCarrier }) => stopCarrier(),
    async end({ startCarrier, rows }) {
      await startCarrier();
      await rows(clearRest);
    },
    answers: { code: '503 OPS10005' },
    shown: /^ronghui_sms_resting\{provider="http"\} 1$/m,
    alert: 'RonghuiSendersResting',
  },
  {
    name: 'Carrier slow',
    made: 'it takes connections and never answers',
    begin: ({ carrier }) => carrier().behave('http', 'silent'),
    async end({ carrier, rows }) {
      carrier().behave('http', null);
      await rows(clearRest);
    },
    answers: { code: '503 OPS10005' },
    shown: /^ronghui_sms_resting\{provider="http"\} 1$/m,
    alert: 'RonghuiSendersResting',
  },
  {
    name: 'Carrier lies',
    made: 'it refuses or cuts 5 % before it accepts, loses 2 % of its answers after, and a third of them is late by up to two seconds',
    async begin({ stopCarrier, startCarrier }) {
      await stopCarrier();
      await startCarrier({ faults: { refuse: 0.03, cut: 0.02, lose: 0.02, delay: 0.3, delayMs: 2000 } });
    },
    async end({ stopCarrier, startCarrier, rows }) {
      await stopCarrier();
      await startCarrier();
      await rows(clearRest);
    },
    answers: {},
    alert: null,
  },
  {
    name: 'Carrier out of balance',
    made: 'it refuses every message for balance; after five it rests, and then callers get what they get of a dead one',
    begin: ({ carrier }) => carrier().behave('http', 'failOver'),
    async end({ carrier, rows }) {
      carrier().behave('http', null);
      await rows(clearRest);
    },
    answers: {},
    counts: 'ronghui_sms_total{provider="http",outcome="failOver"}',
    alert: 'RonghuiSenderRefuses',
    heldSec: 1,
  },
  {
    name: 'Mail refused',
    made: 'the mail server answers 535 to the sender',
    begin: ({ relay }) => relay.answer({ MAIL: '535 not allowed' }),
    async end({ relay, rows }) {
      relay.answer({});
      await rows("delete from outbox where kind = 'mail'");
    },
    answers: {},
    counts: 'ronghui_mail_total{outcome="failOver"}',
    alert: 'RonghuiMailRefuses',
  },
  {
    name: 'Message given up',
    made: 'the mail server answers 451, and seven attempts are written into the rows of mails that wait',
    async begin({ relay, callers, rows }) {
      relay.answer({ MAIL: '451 later' });
      const waiting =
        "update outbox set attempts = 7, due_at = app_now() where kind = 'mail' and attempts between 1 and 6 returning 1";
      while ((await rows(waiting)).length === 0) {
        callers.ask();
        await wait(200);
      }
    },
    async end({ relay, rows }) {
      relay.answer({});
      await rows("delete from outbox where kind = 'mail'");
    },
    answers: {},
    counts: 'ronghui_outbox_dead_total',
    alert: 'RonghuiMessagesDead',
  },
  {
    name: 'Outbox behind',
    made: 'a message whose next attempt is an hour away, its row dated back by twenty minutes',
    begin: ({ rows }) =>
      rows(
        "insert into outbox (kind, sealed_payload, created_at, due_at) values ('mail', '', app_now() - interval '20 minutes', app_now() + interval '1 hour')",
      ),
    end: ({ rows }) => rows("delete from outbox where sealed_payload = ''"),
    answers: {},
    shown: /^ronghui_outbox_oldest_seconds \d{4}/m,
    alert: 'RonghuiOutboxBehind',
    scale: 30,
  },
];
