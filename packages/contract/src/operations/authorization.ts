import { authorizationStatuses, consentEndings } from '@ronghui/domain/authorization';
import { accepted, agreement, agreementScenes } from '../content-shapes.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  file,
  flag,
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
  whole,
  word,
} from '../shapes.ts';

const status = () => word(authorizationStatuses);

const record = {
  recordId: id(),
  title: text(80),
  purpose: text(200),
  orgId: optional(id()),
  orgName: optional(text(60)),
  productName: optional(text(60)),
  orderNo: optional(id()),
  agreementId: id(),
  version: text(32),
  sha256: text(64),
  grantedBy: text(80, { min: 0 }),
  grantedAt: isoTime(),
  address: text(64, { min: 0 }),
  /** The end of the consent's term; null: it holds until it is withdrawn or its product ends. */
  validTo: nullable(isoTime()),
  /** When and why the consent ended early without being withdrawn. */
  endedAt: optional(isoTime()),
  ending: optional(word(consentEndings)),
  status: status(),
};

const detail = () =>
  object({
    ...record,
    scene: word(agreementScenes),
    required: flag(),
    /** The consequences of a withdrawal, shown before the user confirms it. */
    follows: text(500),
    withdrawnAt: optional(isoTime()),
    withdrawnBy: optional(text(80, { min: 0 })),
    reason: optional(text(500)),
    /** How the consent can be given again: an open or active order depends on it; this is the agreement in its current version. */
    regrant: optional(object({ orderNo: id(), agreement: agreement() })),
  });

/** What lists and exports of the ledger are asked by (R10.6). */
export const authorizationFilterFields = { status: optional(status()), orgId: optional(id()) };

/** Consents that are in force, and whose they are. */
const standing = () => ({
  consents: whole(0, 2_147_483_647),
  users: whole(0, 2_147_483_647),
  tenants: whole(0, 2_147_483_647),
});

/** The consent ledger (R10.6). */
export const authorizationOperations = {
  'authorization.page': operation({
    path: '/ftc/api/authorization/page',
    summary: '授权记录列表',
    who: 'merchant',
    keys: ['authorization.read'],
    request: object({ ...authorizationFilterFields, ...pageFields }),
    reply: pageOf(object(record)),
  }),
  'authorization.detail': operation({
    path: '/ftc/api/authorization/detail',
    summary: '授权记录详情',
    who: 'merchant',
    keys: ['authorization.read'],
    request: object({ recordId: id() }),
    reply: detail(),
    errors: { notFound: 'RHSY404' },
  }),
  'authorization.revoke': operation({
    path: '/ftc/api/authorization/revoke',
    summary: '撤回授权',
    who: 'merchant',
    keys: ['authorization.write'],
    writes: true,
    idempotent: true,
    request: object({
      recordId: id(),
      reason: optional(text(500)),
      idempotencyKey: idempotencyKey(),
    }),
    reply: detail(),
    errors: { notFound: 'RHSY404' },
  }),
  /** Gives an order's consents again, before or after they end; the new records replace the former ones in every open order. */
  'authorization.grant': operation({
    path: '/ftc/api/authorization/grant',
    summary: '重新授权',
    who: 'merchant',
    keys: ['authorization.write'],
    writes: true,
    idempotent: true,
    request: object({ orderNo: id(), agreements: accepted({ min: 1 }), idempotencyKey: idempotencyKey() }),
    reply: object({ items: list(object(record), { max: 20 }) }),
    errors: { notFound: 'RHSY404', notAllowed: 'RHSY409', agreementsChanged: 'RHAG001' },
  }),
  'authorization.download': operation({
    path: '/ftc/api/authorization/download',
    summary: '导出授权记录',
    who: 'merchant',
    keys: ['authorization.read'],
    request: object(authorizationFilterFields),
    reply: file(),
  }),
  /** The agreements of registration that changed since this person accepted them; every page of the area asks for them. */
  'agreement.changed': operation({
    path: '/ftc/api/agreement/changed',
    summary: '更新后待同意的注册协议',
    who: 'merchant',
    request: object({}),
    reply: object({ items: list(agreement(), { max: 20 }) }),
  }),
  /** For a person in any role: accepts the agreements of registration that `agreement.changed` lists. */
  'agreement.accept': operation({
    path: '/ftc/api/agreement/accept',
    summary: '同意更新后的注册协议',
    who: 'merchant',
    writes: true,
    whileReadOnly: true,
    idempotent: true,
    request: object({ agreements: accepted({ min: 1 }), idempotencyKey: idempotencyKey() }),
    reply: object({ recordIds: list(id(), { max: 20 }) }),
    errors: { agreementsChanged: 'RHAG001' },
  }),
  /** What stands on each version of an agreement, so that staff see whom a new one will ask. */
  'ops.agreement.versions': operation({
    path: '/ftc/ops/agreement/versions',
    summary: '一份协议的各个版本，与仍然有效的同意',
    who: 'ops',
    keys: ['ops.content.read'],
    request: object({ id: id() }),
    reply: object({
      /** The latest first. */
      versions: list(
        object({
          version: text(32),
          title: text(80),
          scene: word(agreementScenes),
          required: flag(),
          sha256: text(64),
          effectiveAt: isoTime(),
          publishedAt: isoTime(),
          isInForce: flag(),
          ...standing(),
        }),
        { max: 200 },
      ),
      /** Of all versions together: somebody who agreed to two of them counts once. */
      standing: object(standing()),
    }),
  }),
} satisfies Record<string, OperationSpec>;
