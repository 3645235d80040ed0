import type { Static } from 'typebox';
import type { ErrCode } from './catalogue.ts';
import { openApiOf } from './openapi.ts';
import type { ErrCodeOf, OperationSpec, ReplyOf, RequestOf } from './operation.ts';
import { accountOperations } from './operations/account.ts';
import { agreementOperations } from './operations/agreement.ts';
import { authorizationOperations } from './operations/authorization.ts';
import { behaviorOperations } from './operations/behavior.ts';
import { catalogOperations } from './operations/catalog.ts';
import { certificationOperations } from './operations/certification.ts';
import { docOperations } from './operations/doc.ts';
import { fileOperations } from './operations/file.ts';
import { homeOperations } from './operations/home.ts';
import { leadOperations } from './operations/lead.ts';
import { noticeOperations } from './operations/notice.ts';
import { orderOperations } from './operations/order.ts';
import { passwordOperations } from './operations/password.ts';
import { purchaseOperations } from './operations/purchase.ts';
import { registerOperations } from './operations/register.ts';
import { safetyOperations } from './operations/safety.ts';
import { siteOperations } from './operations/site.ts';
import { tenantOperations } from './operations/tenant.ts';

/** Noun → its operations. The noun is the name of the rooms in every package (house 3). */
export const nouns = {
  site: siteOperations,
  account: accountOperations,
  register: registerOperations,
  password: passwordOperations,
  safety: safetyOperations,
  tenant: tenantOperations,
  home: homeOperations,
  catalog: catalogOperations,
  agreement: agreementOperations,
  order: orderOperations,
  purchase: purchaseOperations,
  authorization: authorizationOperations,
  notice: noticeOperations,
  file: fileOperations,
  certification: certificationOperations,
  lead: leadOperations,
  doc: docOperations,
  behavior: behaviorOperations,
} as const;

/** Every operation by its id: the gateway's map as it is. */
export const operations = {
  ...siteOperations,
  ...accountOperations,
  ...registerOperations,
  ...passwordOperations,
  ...safetyOperations,
  ...tenantOperations,
  ...homeOperations,
  ...catalogOperations,
  ...agreementOperations,
  ...orderOperations,
  ...purchaseOperations,
  ...authorizationOperations,
  ...noticeOperations,
  ...fileOperations,
  ...certificationOperations,
  ...leadOperations,
  ...docOperations,
  ...behaviorOperations,
} as const;

export type Operations = typeof operations;
/** The id of an operation, such as `portal.login`. */
export type OperationId = keyof Operations;
/** What a call sends; sealed fields are plain text on the caller's side, as in a handler. */
export type Input<Id extends OperationId> = RequestOf<Operations[Id]>;
/** What a call receives as `data`. */
export type Output<Id extends OperationId> = ReplyOf<Operations[Id]>;
/** Codes that every operation may answer besides its own. */
export type SystemErrCode = Extract<ErrCode, `RHSY${string}` | `OPSB000${string}` | 'UMDP00001'>;
/** Every code that a call of this operation may fail with. */
export type ErrorOf<Id extends OperationId> = ErrCodeOf<Operations[Id]> | SystemErrCode;

export * from './auth-keys.ts';
export * from './catalogue.ts';
export { agreementScenes, block as blockSchema } from './content-shapes.ts';

import type { agreement, block, site } from './content-shapes.ts';
/** An agreement in its present version. */
export type Agreement = Static<ReturnType<typeof agreement>>;
/** One block of a page: one of the six media templates. */
export type Block = Static<ReturnType<typeof block>>;
/** What a provider configures of the site. */
export type Site = Static<ReturnType<typeof site>>;
export * from './operation.ts';
export type { DocNode } from './operations/doc.ts';
export type { FileReply, SealedKind } from './shapes.ts';

/** The path of every operation back to its id, for the direct door. */
export const idOfPath: ReadonlyMap<string, OperationId> = new Map(
  Object.entries(operations as Record<string, OperationSpec>).map(([id, spec]) => [spec.path, id as OperationId]),
);

/** The version of the wire. */
const contractVersion = '0.1.0';
/** Every operation in OpenAPI 3.1: what `/openapi.json` answers. */
export const describeOpenApi = () => openApiOf(nouns, contractVersion);

export {
  accountOperations,
  agreementOperations,
  authorizationOperations,
  behaviorOperations,
  catalogOperations,
  certificationOperations,
  docOperations,
  fileOperations,
  homeOperations,
  leadOperations,
  noticeOperations,
  orderOperations,
  passwordOperations,
  purchaseOperations,
  registerOperations,
  safetyOperations,
  siteOperations,
  tenantOperations,
};
