import { describe, expect, it } from 'vitest';
import { operations } from './index.ts';
import type { OperationSpec } from './operation.ts';

/**
 * The fields of each payload as section 5 of the wire contract names them, written out by hand: other programs call with these
 * names. `?` marks what may be left out; an idempotency key, a public key's id and the fields of a page are added where they belong.
 * Behind `|` stands what this server takes besides.
 */
const site = `
sys.commonConfig:
sys.isVisible: key
user.generateImageCode: kind?
user.verifyImageCode: imageId code
portal.sendSmsCode: mobile kid scene imageTicket
portal.login: mobile pwd kid totp? smsCode?
portal.loginBySms: mobile kid smsCode totp?
portal.register: mobile pwd kid smsCode companyName? agreements
portal.logout:
portal.changePwd: mobile oldPwd newPwd kid totp? smsCode?
portal.findPwd: mobile newPwd kid smsCode
user.sendVerifyCode: channel target? kid? scene
user.verifyCode: scene code? pwd? kid? | totp?
user.updateEmail: email code stepTicket
user.updateUserName: name
user.updateMobile: newMobile kid oldCode newCode | stepTicket?
user.sessions:
user.endSession: sessionId
user.loginHistory: page? pageSize? withTotal?
user.exportData:
user.closeAccount: stepTicket`;

const visitors = `
portal.querySlideInfo:
portal.recommendQueryList: limit?
portal.queryProductMap:
portal.productQueryDetail: pid
portal.queryPage: page
agreement.detail: id version?
order.quote: pid skuId quantity termMonths? options?
portal.contact: mobile kid name company? topic content imageTicket agreements idempotencyKey
customerContact.trial: pid skuId? options? mobile kid name company remark? imageTicket agreements idempotencyKey
doc.queryList: keyword? parentId? page? pageSize? withTotal?
doc.queryDocTree:
doc.queryDetail: id? slug?
doc.rate: id helpful comment?
behavior.report: records`;

const merchants = `
tenant.get:
tenant.update: industry? provinceCode? cityCode? address? contactName? contactEmail? logoFileId? secondApprover? version | stepTicket?
tenant.switch: tenantId
region.provinces:
region.cities: provinceCode
member.invite: mobile kid role stepTicket idempotencyKey
member.accept: invitationId idempotencyKey
member.remove: memberId idempotencyKey
certification.get:
certification.verifyTransfer: amount idempotencyKey
portal.purchase: pid skuId quantity termMonths? options? contact? kid? agreements expectedAmount idempotencyKey
order.detail: orderNo
order.cancel: orderNo reason? idempotencyKey
order.uploadVoucher: orderNo fileIds paidAt payerName idempotencyKey
authorization.detail: recordId
authorization.revoke: recordId reason? idempotencyKey
file.upload: name size sha256
file.download: fileId
home.summary:
personal.reveal: kind id field stepTicket?
ops.login: account pwd kid totp?
ops.user.info:
ops.logout:`;

const money = `
project.list:
product.list:
org.all:
stage.all:
order.page: status? pid? from? to? orderNo? page? pageSize? cursor? | payment? withTotal?
order.renew: orderNo termMonths idempotencyKey | expectedAmount? agreements?
authorization.page: status? orgId? page? pageSize? | withTotal?
bill.page: billNo? direction? projectId? productId? orgId? stageId? status? page? pageSize? cursor? | approval? payment? dueFrom? dueTo? from? to? withTotal?
bill.sum: billNo? direction? projectId? productId? orgId? stageId? status? page? pageSize? | approval? payment? dueFrom? dueTo? from? to?
bill.detail: billNo
bill.lines: billNo page? pageSize? cursor? | loanNo? withTotal?
bill.batchConfirm: bills idempotencyKey
bill.approve: bills idempotencyKey
bill.rejectApproval: bills reason idempotencyKey
bill.uploadVoucher: billNos fileIds paidAt bankSerial? idempotencyKey
bill.varianceFeedback: billNo claimedAmount reason lineIds? fileIds? idempotencyKey
feedback.add: feedbackNo content fileIds? reopen? idempotencyKey
feedback.withdraw: feedbackNo idempotencyKey
feedback.rate: feedbackNo helpful comment? idempotencyKey
feedback.page: billNo? status? page? pageSize? | awaiting? withTotal? cursor?
feedback.detail: feedbackNo
feedback.upload: name size sha256
feedback.download: feedbackNo fileId
feedback.handle: feedbackNo action newAmount? reason version idempotencyKey | lineAmounts?
loanConsult.page: stageId? orgId? projectId? productId? loanNo? from? to? page? pageSize? cursor? | withTotal?
loanConsult.download: stageId? orgId? projectId? productId? loanNo? from? to? page? pageSize?
export.create: kind format filter idempotencyKey
export.page: page? pageSize? | withTotal?
export.get: exportId
export.cancel: exportId idempotencyKey
export.download: exportId
invoice.title:
invoice.saveTitle: | name taxNo? address? phone? bankName? bankAccountNo? kid? idempotencyKey
invoice.apply: orderNos? billNos? type idempotencyKey
invoice.page: page? pageSize? | keyword? status? from? to? withTotal? cursor?
invoice.download: | invoiceNo isRed? kind?`;

/** Reconciliation has its fields from R13; the contract names the operations alone. */
const reconciliation = `
recon.upload: name size sha256 | idempotencyKey?
recon.preview: | ledgerId mapping? choices?
recon.saveMapping: idempotencyKey | name mapping
recon.start: idempotencyKey | ledgerId stageId side direction mapping choices?
recon.page: page? pageSize? | stageId? withTotal?
recon.get: | runId
recon.rows: page? pageSize? cursor? | runId kind? state? reference? sort? itemNos? withTotal?
recon.cancel: idempotencyKey | runId
recon.match: idempotencyKey | runId itemNos version
recon.unmatch: idempotencyKey | runId itemNos? filter? version
recon.undo: idempotencyKey | runId version
recon.accept: idempotencyKey | runId itemNos? filter? version isAccepted
recon.note: idempotencyKey | runId itemNos? filter? version note
recon.toFeedback: idempotencyKey | runId itemNos billNo? claims reason version
recon.settings:
recon.dryRun: idempotencyKey | runId amountTolerance amountRate dayTolerance`;

const sorted = (fields: readonly string[]): string => fields.toSorted().join(' ');

const rows = [site, visitors, merchants, money, reconciliation].flatMap((text) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(/: ?/) as [id: string, fields: string]),
);

const takenBy = (id: string): readonly string[] => {
  const spec: OperationSpec | undefined = Object.entries<OperationSpec>(operations).find(([each]) => each === id)?.[1];
  if (spec === undefined) throw new Error(`there is no ${id}`);
  const required: readonly string[] = spec.request.required ?? [];
  return Object.keys(spec.request.properties).map((name) => (required.includes(name) ? name : `${name}?`));
};

describe('R3.2 payloads', () => {
  it.each(rows)('R3.2 %s takes the fields of the contract', (id, fields) => {
    expect(sorted(takenBy(id))).toBe(sorted(fields.split(/[ |]+/).filter((name) => name !== '')));
  });
});
