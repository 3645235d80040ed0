import { billDirection } from '../../bill-shapes.ts';
import { invalid, raced } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  billedFen,
  count,
  day,
  either,
  exactly,
  fenSum,
  id,
  idempotencyKey,
  isoTime,
  list,
  nullable,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  version,
  whole,
  word,
} from '../../shapes.ts';

/** @unit millionths of an amount, or millionths of a fen a unit */
const rate = () => whole(0, Number.MAX_SAFE_INTEGER);
const limit = () => nullable(billedFen());

/** What a version of a rule says (billing.md, rules). */
const terms = () =>
  object({
    unit: nullable(text(20)),
    direction: billDirection(),
    scheme: either([
      object({ kind: exactly('rate'), rate: rate() }),
      object({ kind: exactly('fixed'), fee: billedFen(), per: word(['line', 'unit']) }),
      object({
        kind: exactly('tiered'),
        method: word(['whole', 'marginal']),
        tiers: list(object({ from: whole(0, Number.MAX_SAFE_INTEGER), rate: rate() }), { min: 1, max: 20 }),
      }),
    ]),
    lineMinimumAmount: limit(),
    lineCapAmount: limit(),
    billMinimumAmount: limit(),
    billCapAmount: limit(),
    /** @unit millionths */
    taxRate: whole(0, 1_000_000),
  });

/** A version; `text` is its Chinese sentence. */
const feeRuleVersion = () =>
  object({ version: version(), holdsFrom: day(), terms: terms(), text: text(1000), by: text(80), at: isoTime() });

const scope = { productId: id(), orgId: nullable(id()), tenantId: nullable(id()) };

/** The names of what a rule is for; a product that is not published has its id. */
const scopeNames = {
  productName: text(80),
  orgName: nullable(text(80)),
  tenantName: nullable(text(80, { min: 0 })),
};

/** What bills come to, in each direction. */
const sums = () => object({ bills: count(), payableAmount: fenSum({ min: 0 }), receivableAmount: fenSum({ min: 0 }) });

/** Fee rules and their versions (R11.6). */
export const feeRuleOperations = {
  'ops.feeRule.page': operation({
    path: '/ftc/ops/feeRule/page',
    summary: '计费规则列表',
    who: 'ops',
    keys: ['ops.billing.read'],
    /** With `ruleId` that one alone. */
    request: object({
      ruleId: optional(id()),
      productId: optional(id()),
      tenantId: optional(id()),
      ...pageFields,
    }),
    reply: pageOf(object({ ruleId: id(), ...scope, ...scopeNames, version: version(), latest: feeRuleVersion() })),
  }),
  'ops.feeRule.versions': operation({
    path: '/ftc/ops/feeRule/versions',
    summary: '计费规则的历次版本',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object({ ruleId: id() }),
    /** The latest first. */
    reply: object({ ruleId: id(), ...scope, versions: list(feeRuleVersion()) }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.feeRule.save': operation({
    path: '/ftc/ops/feeRule/save',
    summary: '保存计费规则：新建，或添加新版本',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      /** With it, and the latest version that was read, a version is added; its scope stays. */
      ruleId: optional(id()),
      version: optional(version()),
      ...scope,
      holdsFrom: day(),
      terms: terms(),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ ruleId: id(), version: version(), text: text(1000) }),
    errors: { notFound: 'RHSY404', changed: raced('RHSY409', 'ruleId'), invalid },
  }),
  'ops.feeRule.trial': operation({
    path: '/ftc/ops/feeRule/trial',
    summary: '按一个账期的明细试算计费规则',
    who: 'ops',
    keys: ['ops.billing.write'],
    /** The rule as it would be saved. Without `stageId` it is tried on the last stage that has bills of the product, or the last of all. */
    request: object({
      ruleId: optional(id()),
      ...scope,
      holdsFrom: day(),
      terms: terms(),
      stageId: optional(id()),
      /** Of this tenant's lines alone, where there are too many. */
      linesOfTenantId: optional(id()),
    }),
    reply: object({
      text: text(1000),
      /** Null where there is no stage yet. */
      stage: nullable(object({ stageId: id(), name: text(60) })),
      lines: count(),
      /** By the rules as they are, and with the new version; lines that no bill could take are left out. */
      now: object({ ...sums().properties, leftOutLines: count() }),
      changed: object({ ...sums().properties, leftOutLines: count() }),
      /** The largest differences first. */
      parts: list(
        object({
          tenantId: id(),
          tenantName: text(80, { min: 0 }),
          orgId: id(),
          orgName: text(80),
          direction: billDirection(),
          nowAmount: fenSum({ min: 0 }),
          newAmount: fenSum({ min: 0 }),
          differenceAmount: fenSum(),
        }),
        { max: 100 },
      ),
      /** How many parts there are in all. */
      partCount: count(),
    }),
    errors: {
      notFound: 'RHSY404',
      invalid,
      /** One a member of staff and two in all are reckoned at once. */
      trying: { code: 'RHBI011', data: object({ retryAfter: whole(0, 86_400) }) },
    },
  }),
} satisfies Record<string, OperationSpec>;
