import { maskMobile } from '@ronghui/domain/identity/mobile';
import {
  type RefusalClass,
  refusalClasses,
  refusalClassNames,
  type SmsProvider,
  smsProviderNames,
} from '@ronghui/domain/sender/sms';
import type { Log, OutboxMessage } from '#kernel/ports';
import { type Delivery, insertDelivery } from '#kernel/sending/delivery.sql';
import { clearFailures, countFailure } from '#kernel/sending/rest.sql';
import type { Attempted, Handed, SendOutcome, SmsSender } from '#kernel/sending/sender';

/** What staff have entered of a provider. */
export interface SmsSettings {
  readonly signName: string;
  readonly region: string;
  /** Scene → template. */
  readonly templates: Readonly<Partial<Record<string, string>>>;
  /** @unit hundredths of a fen */
  readonly priceCentifen: number;
}

/** Dependencies of handing over. */
export interface HandOverDeps {
  readonly log: Log;
  readonly readSettings: () => Promise<ReadonlyMap<string, SmsSettings>>;
  /** Counts an outcome of a provider. */
  readonly count: (provider: SmsProvider, outcome: string) => void;
}

/** Until a message whose answer was lost is looked after. @unit seconds @source running 2.3 */
const lostSec = 60;

/** An SMS on its way. */
export type HandedSms = Handed & { readonly message: Extract<OutboxMessage, { kind: 'sms' }> };

const noTemplate = '没有配置模板';

/** Of what is the provider's fault five in a row let it rest. A number that takes no message is none, nor is a template that we lack: codes go on. */
const isFailure = (outcome: SendOutcome): boolean =>
  outcome.outcome === 'unknown' ||
  (outcome.outcome === 'refused' && (outcome.class === 'retry' || outcome.class === 'failOver'));
/** Whether the provider was asked at all. */
const wasAsked = (outcome: SendOutcome): boolean => outcome.outcome !== 'refused' || outcome.code !== noTemplate;

/** The words of all outcomes in metrics. */
export const outcomeWords: readonly string[] = ['accepted', 'unknown', ...refusalClasses];
/** That of one. */
export const wordOf = (outcome: SendOutcome): string =>
  outcome.outcome === 'refused' ? outcome.class : outcome.outcome;

const deliveryOf = (outcome: SendOutcome): Pick<Delivery, 'state' | 'refusal' | 'reason' | 'providerMessageId'> => {
  const none = { refusal: null, reason: null, providerMessageId: null };
  switch (outcome.outcome) {
    case 'accepted':
      return { ...none, state: 'accepted', providerMessageId: outcome.providerId };
    case 'refused':
      return { ...none, state: 'refused', refusal: outcome.class, reason: outcome.reason };
    case 'unknown':
      return { ...none, state: 'unknown', reason: outcome.reason };
  }
};

/** One message that was handed to one provider. */
interface Handing {
  readonly provider: SmsProvider;
  readonly outcome: SendOutcome;
  readonly priceCentifen: number;
}

/** What is written with the end of an attempt: a row for each handing over, and whether its provider rests. */
const noteOf =
  ({ id, message }: HandedSms, handings: readonly Handing[]): NonNullable<Attempted['note']> =>
  async (tx) => {
    for (const { provider, outcome, priceCentifen } of handings) {
      const { mobile, scene } = message;
      const row = { messageId: id, provider, scene, mobileMasked: maskMobile(mobile), priceCentifen };
      await insertDelivery(tx, { ...row, ...deliveryOf(outcome) });
      if (!wasAsked(outcome)) continue;
      if (isFailure(outcome)) await countFailure(tx, provider);
      else await clearFailures(tx, provider);
    }
  };

/** Hands messages to providers: gives a function that tries one after the other. */
export const createHandOver = ({ log, readSettings, count }: HandOverDeps) => {
  const alarm = (provider: SmsProvider, refusal: RefusalClass, why: string): void => {
    const facts = { channel: provider, kind: refusal, why };
    if (refusal === 'failOver') log.error({ event: 'smsProviderRefuses', ...facts });
    else if (refusal === 'wait') log.error({ event: 'smsNumberLimited', ...facts });
    else log.warn({ event: 'smsRefused', ...facts });
  };

  const hand = async (
    sender: SmsSender,
    { id, message }: HandedSms,
    own: SmsSettings | undefined,
  ): Promise<Handing> => {
    const { provider } = sender;
    const { mobile, scene, code } = message;
    const { signName = '', region = '', priceCentifen = 0 } = own ?? {};
    const template = own?.templates[scene] ?? '';
    const outcome: SendOutcome =
      template === '' && provider !== 'http'
        ? { outcome: 'refused', class: 'failOver', code: noTemplate, reason: `${noTemplate}（${scene}）` }
        : await sender.send({ id, mobile, scene, code, signName, region, template });
    count(provider, wordOf(outcome));
    if (outcome.outcome === 'refused') alarm(provider, outcome.class, outcome.reason);
    if (outcome.outcome === 'unknown') log.warn({ event: 'smsAnswerLost', channel: provider, why: outcome.reason });
    return { provider, outcome, priceCentifen };
  };

  /** Hands a message to one provider after the other until one has taken it, may have it, or says that the number takes none. */
  return async (handed: HandedSms, candidates: readonly SmsSender[]): Promise<Attempted> => {
    const settings = await readSettings();
    const handings: Handing[] = [];
    const note = noteOf(handed, handings);
    let reason = '';
    for (const sender of candidates) {
      const handing = await hand(sender, handed, settings.get(sender.provider));
      handings.push(handing);
      const { provider, outcome } = handing;
      if (outcome.outcome === 'accepted') return { kind: 'sent', note };
      reason = `${smsProviderNames[provider]}：${outcome.reason}`;
      if (outcome.outcome === 'unknown') {
        if (handed.lost !== null) return { kind: 'never', reason, note };
        return { kind: 'lost', by: provider, afterSec: lostSec, reason, note };
      }
      if (outcome.class === 'wait' || outcome.class === 'number')
        return { kind: 'never', reason: `${reason}，${refusalClassNames[outcome.class]}`, note };
      if (outcome.class === 'retry') break;
    }
    return { kind: 'later', reason, note };
  };
};
