import type { Static } from 'typebox';
import type { ErrCode } from './catalogue.ts';
import { openApiOf } from './openapi.ts';
import type { ErrCodeOf, ErrorDataOf, OperationSpec, ReplyOf, RequestOf } from './operation.ts';
import { accountOperations } from './operations/account.ts';
import { accountStatementOperations } from './operations/account-statement.ts';
import { agreementOperations } from './operations/agreement.ts';
import { auditOperations } from './operations/audit.ts';
import { authorizationOperations } from './operations/authorization.ts';
import { bankLineOperations } from './operations/bank-line.ts';
import { behaviorOperations } from './operations/behavior.ts';
import { billOperations } from './operations/bill.ts';
import { businessOperations } from './operations/business.ts';
import { catalogOperations } from './operations/catalog.ts';
import { certificationOperations } from './operations/certification.ts';
import { chatOperations } from './operations/chat.ts';
import { contentOperations } from './operations/content.ts';
import { customerOperations } from './operations/customer.ts';
import { deskOperations } from './operations/desk.ts';
import { docOperations } from './operations/doc.ts';
import { exportOperations } from './operations/export.ts';
import { feedbackOperations } from './operations/feedback.ts';
import { fileOperations } from './operations/file.ts';
import { homeOperations } from './operations/home.ts';
import { intentOperations } from './operations/intent.ts';
import { invoiceOperations } from './operations/invoice.ts';
import { leadOperations } from './operations/lead.ts';
import { loanConsultOperations } from './operations/loan-consult.ts';
import { maintenanceOperations } from './operations/maintenance.ts';
import { noticeOperations } from './operations/notice.ts';
import { orderOperations } from './operations/order.ts';
import { passwordOperations } from './operations/password.ts';
import { purchaseOperations } from './operations/purchase.ts';
import { receiptOperations } from './operations/receipt.ts';
import { reconOperations } from './operations/recon.ts';
import { registerOperations } from './operations/register.ts';
import { safetyOperations } from './operations/safety.ts';
import { senderOperations } from './operations/sender.ts';
import { siteOperations } from './operations/site.ts';
import { staffOperations } from './operations/staff.ts';
import { systemOperations } from './operations/system.ts';
import { tenantOperations } from './operations/tenant.ts';

/** Noun → its operations. The noun names the folders in every package (house 3). */
export const nouns = {
  site: siteOperations,
  account: accountOperations,
  staff: staffOperations,
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
  content: contentOperations,
  lead: leadOperations,
  doc: docOperations,
  behavior: behaviorOperations,
  bill: billOperations,
  receipt: receiptOperations,
  intent: intentOperations,
  'bank-line': bankLineOperations,
  'account-statement': accountStatementOperations,
  feedback: feedbackOperations,
  recon: reconOperations,
  'loan-consult': loanConsultOperations,
  export: exportOperations,
  invoice: invoiceOperations,
  audit: auditOperations,
  desk: deskOperations,
  customer: customerOperations,
  business: businessOperations,
  sender: senderOperations,
  maintenance: maintenanceOperations,
  chat: chatOperations,
  system: systemOperations,
} as const;

/** Every operation by its id: the gateway's map. */
export const operations = {
  ...siteOperations,
  ...accountOperations,
  ...staffOperations,
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
  ...contentOperations,
  ...leadOperations,
  ...docOperations,
  ...behaviorOperations,
  ...billOperations,
  ...receiptOperations,
  ...intentOperations,
  ...bankLineOperations,
  ...accountStatementOperations,
  ...feedbackOperations,
  ...reconOperations,
  ...loanConsultOperations,
  ...exportOperations,
  ...invoiceOperations,
  ...auditOperations,
  ...deskOperations,
  ...customerOperations,
  ...businessOperations,
  ...senderOperations,
  ...maintenanceOperations,
  ...chatOperations,
  ...systemOperations,
} as const;

export type Operations = typeof operations;
/** The id of an operation, such as `portal.login`. */
export type OperationId = keyof Operations;
/** The payload of a call; sealed fields are plain text for the caller, as they are in a handler. */
export type Input<Id extends OperationId> = RequestOf<Operations[Id]>;
/** The `data` that a call receives. */
export type Output<Id extends OperationId> = ReplyOf<Operations[Id]>;
/** Codes that every operation may answer in addition to its own. */
export type SystemErrCode = Extract<ErrCode, `RHSY${string}` | `OPSB000${string}` | 'UMDP00001' | 'RHST001'>;
/** Every code that a call of this operation may fail with. */
export type ErrorOf<Id extends OperationId> = ErrCodeOf<Operations[Id]> | SystemErrCode;

/** The shape of a code's data in a failed reply, in all operations that declare it; never for a code without data. */
export type ErrorData<Code extends ErrCode> = { [Id in OperationId]: ErrorDataOf<Operations[Id], Code> }[OperationId];

export * from './auth-keys.ts';
export * from './catalogue.ts';
export { agreementScenes, block as blockSchema } from './content-shapes.ts';
export { fenSum, id, isoTime, list, nullable, object, optional, text, whole, word } from './shapes.ts';

import type { agreement, block, site } from './content-shapes.ts';
/** An agreement in its current version. */
export type Agreement = Static<ReturnType<typeof agreement>>;
/** One block of a page: one of the six media templates. */
export type Block = Static<ReturnType<typeof block>>;
/** The provider's settings of the site. */
export type Site = Static<ReturnType<typeof site>>;
export type { TooOften } from './declared-errors.ts';
export * from './operation.ts';
export type { ContentBody } from './operations/content.ts';
export type { DocNode } from './operations/doc.ts';
export { type ExportFilter, exportFilters, exportKindsOfRole } from './operations/export.ts';
export { merchantOrderOperations, orderReviewOperations } from './operations/order.ts';
export * from './ops-auth-keys.ts';
export { purchasedFields } from './order-shapes.ts';
export type { FileReply, SealedKind } from './shapes.ts';

/** Path → id of every operation, for the direct door. */
export const idOfPath: ReadonlyMap<string, OperationId> = new Map(
  Object.entries(operations as Record<string, OperationSpec>).map(([id, spec]) => [spec.path, id as OperationId]),
);

/** The version of the wire contract. */
const contractVersion = '0.1.0';
/** Every operation in OpenAPI 3.1, as `/openapi.json` serves it; its parts are those of the contract, not copies. */
export const describeOpenApi = (described: Parameters<typeof openApiOf>[0] = nouns) =>
  openApiOf(described, contractVersion);

export { accountMonthOperations, lineMatchOperations } from './operations/bank-line.ts';
export {
  billingOperations,
  confirmationOperations,
  dimensionOperations,
  feeRuleOperations,
  lineImportOperations,
  settlementOperations,
  statementOperations,
  writeOffOperations,
} from './operations/bill.ts';
export { certificationReviewOperations, merchantCertificationOperations } from './operations/certification.ts';
export { deskChatOperations } from './operations/chat/desk.ts';
export { customerFileOperations, deskFileOperations } from './operations/chat/files.ts';
export { deskRecallOperations } from './operations/chat/recall.ts';
export { customerChatOperations } from './operations/chat.ts';
export { accountReviewOperations, tenantReviewOperations } from './operations/customer.ts';
export { feedbackOpsOperations, fourEyesOperations, merchantFeedbackOperations } from './operations/feedback.ts';
export { leadFormOperations, leadOpsOperations } from './operations/lead.ts';
export { payerRuleOperations } from './operations/receipt.ts';
export { ledgerOperations, resultOperations, ruleOperations, runOperations } from './operations/recon.ts';
export { ownStaffOperations, staffSessionOperations, teamOperations } from './operations/staff.ts';
export {
  accountOperations,
  accountStatementOperations,
  agreementOperations,
  auditOperations,
  authorizationOperations,
  bankLineOperations,
  behaviorOperations,
  billOperations,
  businessOperations,
  catalogOperations,
  certificationOperations,
  chatOperations,
  contentOperations,
  customerOperations,
  deskOperations,
  docOperations,
  exportOperations,
  feedbackOperations,
  fileOperations,
  homeOperations,
  intentOperations,
  invoiceOperations,
  leadOperations,
  loanConsultOperations,
  maintenanceOperations,
  noticeOperations,
  orderOperations,
  passwordOperations,
  purchaseOperations,
  receiptOperations,
  reconOperations,
  registerOperations,
  safetyOperations,
  senderOperations,
  siteOperations,
  staffOperations,
  systemOperations,
  tenantOperations,
};
