import { refusalClasses, smsProviders, smsScenes } from '@ronghui/domain/sender/sms';
import { invalid, raced, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  count,
  day,
  fenSum,
  flag,
  id,
  idempotencyKey,
  isoTime,
  kid,
  list,
  nullable,
  object,
  optional,
  sealed,
  text,
  whole,
  word,
} from '../shapes.ts';

const reads = { who: 'ops', keys: ['ops.system.read'] } as const;
const written = { who: 'ops', keys: ['ops.system.write'], writes: true, idempotent: true } as const;

const provider = () => word(smsProviders);
const scene = () => word(smsScenes);
const templates = () => list(object({ scene: scene(), template: text(64, { min: 0 }) }), { max: 32 });
/** What a message costs, in hundredths of a fen: a carrier asks for some 4.5 fen. */
const hundredthFen = () => whole(0, 1_000_000);

const setting = () =>
  object({
    provider: provider(),
    /** Whether the configuration sends through it. */
    inUse: flag(),
    signName: text(40, { min: 0 }),
    region: text(40, { min: 0 }),
    templates: templates(),
    /** The scenes without a template. */
    missing: list(scene(), { max: 32 }),
    hundredthFen: hundredthFen(),
    /** The path that its delivery reports go to, with its secret. */
    reportPath: text(200),
    /** How often it was saved; 0 before the first time. */
    revision: count(),
    savedBy: optional(text(60, { min: 0 })),
    savedAt: optional(isoTime()),
    /** While it rests after failures. */
    restsUntil: optional(isoTime()),
  });

const refused = () => object({ retry: count(), failOver: count(), wait: count(), number: count() });

/** The senders of SMS: what staff enter of each provider, how they do, and a message to try one (R14.3). */
export const senderOperations = {
  'ops.sender.settings': operation({
    path: '/ftc/ops/sender/settings',
    summary: '短信通道的设置',
    ...reads,
    request: object({}),
    reply: object({
      /** The providers in use, in their order; empty where messages are written to files. */
      order: list(provider(), { max: 3 }),
      settings: list(setting(), { max: 3 }),
    }),
  }),
  'ops.sender.save': operation({
    path: '/ftc/ops/sender/save',
    summary: '保存短信通道的签名、地域、模板与单价',
    ...written,
    /** `revision` is what was read. A scene without a template is refused, and named. */
    request: object({
      provider: provider(),
      signName: text(40, { min: 0 }),
      region: text(40, { min: 0 }),
      templates: templates(),
      hundredthFen: hundredthFen(),
      revision: count(),
      stepTicket: optional(id()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: setting(),
    errors: { invalid, changed: raced('RHSY409', 'provider'), moreProof: 'RHAC003' },
  }),
  'ops.sender.figures': operation({
    path: '/ftc/ops/sender/figures',
    summary: '短信通道每小时的发送情况与费用',
    ...reads,
    /** Days in Shanghai, both ends included, 31 at most. */
    request: object({ from: day(), to: day() }),
    reply: object({
      hours: list(
        object({
          hour: isoTime(),
          provider: provider(),
          /** Accepted by the provider. */
          sent: count(),
          delivered: count(),
          failed: count(),
          refused: refused(),
          /** Sent without an answer, and those of them that never arrived. */
          unanswered: count(),
          /** From sending to the report that it was delivered, the median; null without reports. */
          medianSec: nullable(count()),
        }),
        { max: 2400 },
      ),
      totals: list(object({ provider: provider(), sent: count(), costAmount: fenSum({ min: 0 }) }), { max: 3 }),
      /** The last twenty messages that were refused, failed or remained without an answer. */
      errors: list(
        object({
          at: isoTime(),
          provider: provider(),
          scene: text(40),
          mobileMasked: text(20, { min: 0 }),
          refusal: nullable(word(refusalClasses)),
          reason: text(200, { min: 0 }),
        }),
        { max: 20 },
      ),
    }),
    errors: { invalid },
  }),
  'ops.sender.test': operation({
    path: '/ftc/ops/sender/test',
    summary: '发送测试短信到本人手机号',
    ...written,
    request: object({
      mobile: sealed('mobile'),
      kid: kid(),
      scene: scene(),
      stepTicket: optional(id()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ mobileMasked: text(20) }),
    errors: { tooOften, senderDown: 'OPS10005', moreProof: 'RHAC003' },
  }),
} satisfies Record<string, OperationSpec>;
