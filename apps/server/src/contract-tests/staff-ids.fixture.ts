import { askedOfCustomers, type Otherwise, otherwiseOfCustomers, type Payload } from './customer-ids.fixture.ts';
import { changesOfStaff, decisionOf, stepsOfOrder } from './staff-steps.fixture.ts';

const feeRule: Payload = {
  productId: 'loan',
  orgId: null,
  tenantId: null,
  holdsFrom: '2026-11-01',
  terms: {
    unit: null,
    direction: 'payable',
    scheme: { kind: 'rate', rate: 12_000 },
    lineMinimumAmount: null,
    lineCapAmount: null,
    billMinimumAmount: null,
    billCapAmount: null,
    taxRate: 60_000,
  },
};
/** Of a product that no other test makes a rule for. */
const triedRule: Payload = { ...feeRule, productId: 'tried' };
/** A mapping that lacks nothing. */
const importedColumns = ['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn', 'loanAmount'].map(
  (field, column) => ({ field, column }),
);
const adjusted = { feedbackNo: 'no-such-feedback', action: 'adjust', newAmount: 1, lineAmounts: [{ amount: 1 }] };
/** What a call takes beside an id that does not exist, where the answer is a 404. */
export const askedOfStaff: Readonly<Record<string, Payload>> = {
  ...askedOfCustomers,
  'ops.certification.download fileId': { submissionNo: 'no-such-submission' },
  'ops.stage.save stageId': { version: 1, name: '没有的账期', opensOn: '2026-10-01', issuesOn: '2026-11-02' },
  'ops.org.save orgId': { version: 1, name: '没有的机构' },
  'ops.project.save tenantId': { name: '没有的商户' },
  'ops.project.save projectId': { version: 1, name: '没有的项目' },
  'ops.bill.generate stageId': {},
  'ops.bill.generation stageId': {},
  'ops.bill.issue stageId': { count: 1 },
  'ops.bill.detail billNo': {},
  'ops.bill.watch billNo': {},
  'ops.bill.lines billNo': {},
  'ops.bill.lines tenantId': { billId: 'no-such-bill' },
  'ops.bill.lines billId': { tenantId: 'no-such-tenant' },
  'ops.bill.returnVoucher billNo': { voucherId: 'no-such-voucher', reason: '查不到', version: 1 },
  'ops.bill.returnVoucher voucherId': { billNo: 'no-such-bill', reason: '查不到', version: 1 },
  'ops.bill.reversePayment billNo': { stepNo: 2, reason: '登记错账单', version: 1 },
  'ops.bill.writeOff billNo': { amount: 1, reason: '尾差', version: 1 },
  'ops.bill.decideWriteOff billNo': { proposalNo: 1, decision: 'released', version: 1 },
  'ops.bill.undoWriteOff billNo': { reason: '还要付', version: 1 },
  'ops.bill.download billNo': { fileId: 'no-such-file' },
  'ops.bill.download fileId': { billNo: 'no-such-bill' },
  'ops.lineImport.upload stageId': { name: 'lines.csv', size: 1, sha256: 'a'.repeat(64) },
  'ops.lineImport.preview importId': {},
  'ops.lineImport.start importId': { version: 1, mapping: importedColumns },
  'ops.lineImport.get importId': {},
  'ops.lineImport.cancel importId': {},
  'ops.lineImport.takeBack importId': { version: 1, reason: '选错账期' },
  'ops.lineImport.report importId': {},
  'ops.bill.check stageId': {},
  'ops.feeRule.versions ruleId': {},
  'ops.feeRule.save ruleId': { ...feeRule, version: 1 },
  'ops.feeRule.trial ruleId': feeRule,
  'ops.feeRule.trial stageId': triedRule,
  'ops.system.retryJob jobId': {},
  'ops.chat.history conversationId': {},
  'ops.chat.notes conversationId': {},
  'ops.chat.note conversationId': { clientId: 'of-the-matrix-001', content: '核对' },
  'ops.chat.take receptionId': {},
  'ops.chat.transfer receptionId': { to: 'nobody' },
  'ops.chat.transfer to': { receptionId: 'no-such-reception' },
  'ops.chat.giveBack receptionId': {},
  'ops.chat.join receptionId': {},
  'ops.chat.stepOut receptionId': {},
  'ops.chat.send conversationId': { clientId: 'of-the-matrix-000', content: '在' },
  'ops.chat.read conversationId': { seq: 1 },
  'ops.chat.typing conversationId': {},
  'ops.chat.customer conversationId': {},
  'ops.chat.end receptionId': {},
  'feedback.handle feedbackNo': { action: 'reject', reason: '核对', version: 1 },
  'feedback.handle lineAmounts.0.lineId': { ...adjusted, reason: '核对', version: 1 },
  'ops.feedback.detail feedbackNo': {},
  'ops.feedback.add feedbackNo': { content: '核对' },
  'ops.feedback.preview feedbackNo': { action: 'reject' },
  'ops.feedback.preview lineAmounts.0.lineId': adjusted,
  'ops.feedback.watch feedbackNo': {},
  'ops.feedback.release feedbackNo': { proposalNo: 1, version: 1 },
  'ops.feedback.sendBack feedbackNo': { proposalNo: 1, reason: '核对' },
  'ops.feedback.takeBack feedbackNo': { proposalNo: 1 },
  'ops.feedback.download feedbackNo': { fileId: 'no-such-file' },
  'ops.feedback.download fileId': { feedbackNo: 'no-such-feedback' },
  'ops.receipt.detail receiptNo': {},
  'ops.receipt.register tenantId': { receivedOn: '2026-11-01', amount: 1 },
  'ops.receipt.apply receiptNo': { version: 1, parts: [{ billNo: 'no-such-bill', amount: 1 }] },
  'ops.receipt.apply parts.0.billNo': { receiptNo: 'no-such-receipt', version: 1, parts: [{ amount: 1 }] },
  'ops.receipt.takeBack receiptNo': { version: 1, reason: '没有的收款' },
  'ops.invoice.detail invoiceNo': {},
  'ops.invoice.watch invoiceNo': {},
  'ops.invoice.download invoiceNo': {},
  'ops.invoice.issue invoiceNo': { version: 1 },
  'ops.invoice.reject invoiceNo': { version: 1, reason: '没有的发票' },
  'ops.invoice.reverse invoiceNo': { version: 1, reason: '没有的发票' },
  'ops.invoice.reveal invoiceNo': {},
  'ops.invoice.upload invoiceNo': { version: 1, name: 'invoice.pdf', size: 1, sha256: 'a'.repeat(64) },
  'ops.invoice.resolve invoiceNo': { version: 1, reason: '没有的发票' },
  ...Object.fromEntries(
    ['detail', 'watch', 'approve', 'reject', 'reveal', 'download'].map((verb) => [
      `ops.certification.${verb} submissionNo`,
      decisionOf[verb] ?? {},
    ]),
  ),
  ...Object.fromEntries(Object.entries(stepsOfOrder).map(([verb, more]) => [`ops.order.${verb} orderNo`, more])),
  'ops.order.download fileId': { orderNo: 'no-such-order' },
  'ops.user.endSession sessionId': {},
  'ops.staff.detail staffId': {},
  'ops.audit.detail eventId': {},
  'ops.audit.download exportId': {},
  'ops.desk.take objectId': { kind: 'order' },
  'ops.desk.release objectId': { kind: 'order' },
  'ops.desk.handOver objectId': { kind: 'order', from: 'nobody', to: 'nobody' },
  'ops.desk.handOver from': { kind: 'order', objectId: 'no-such-order', to: 'nobody' },
  'ops.desk.handOver to': { kind: 'order', objectId: 'no-such-order', from: 'nobody' },
  ...Object.fromEntries(
    Object.entries(changesOfStaff).map(([step, more]) => [
      `ops.staff.${step} staffId`,
      { ...more, version: 1, stepTicket: 'no-such-proof' },
    ]),
  ),
};

/** What is filtered, or answered for each: how the operation says that there is no such row. */
export const otherwiseOfStaff: Readonly<Record<string, Otherwise>> = {
  ...otherwiseOfCustomers,
  ...Object.fromEntries(
    [
      ...['billNo', 'orgId', 'productId', 'projectId', 'stageId', 'tenantId'].map((field) => `ops.bill.page ${field}`),
      'ops.lineImport.page stageId',
      ...['ruleId', 'productId', 'tenantId'].map((field) => `ops.feeRule.page ${field}`),
      'ops.stage.page stageId',
      'ops.org.page orgId',
      ...['projectId', 'tenantId'].map((field) => `ops.project.page ${field}`),
      'ops.order.page tenantId',
      'ops.audit.page tenantId',
      'ops.invoice.page tenantId',
      'ops.receipt.list tenantId',
      ...['billNo', 'feedbackNo', 'stageId', 'tenantId'].map((field) => `ops.feedback.page ${field}`),
      ...['billNo', 'stageId', 'tenantId'].map((field) => `ops.bill.toSettle ${field}`),
    ].map((name) => [name, { payload: {}, answer: /"items":\[\]/ }]),
  ),
  'ops.agreement.versions id': { payload: {}, answer: /"versions":\[\]/ },
  'ops.desk.owner objectId': { payload: { kind: 'order' }, answer: /"owner":null/ },
  'ops.audit.export tenantId': { payload: {}, answer: /"path":"tenantId"/ },
  'ops.bill.names tenantId': { payload: { kind: 'project' }, answer: /"items":\[\]/ },
  'ops.bill.names id': { payload: { kind: 'tenant' }, answer: /"items":\[\]/ },
  ...Object.fromEntries(
    // A part of a stage without drafts differs from what was seen.
    ['orgId', 'productId', 'projectId', 'tenantId'].map((field) => [
      `ops.bill.issue ${field}`,
      { payload: { count: 1 }, answer: /RHSY409/ },
    ]),
  ),
  ...Object.fromEntries(
    ['orgId', 'productId', 'projectId', 'tenantId'].map((field) => [
      `ops.bill.check ${field}`,
      { payload: {}, answer: /"rows":\[\]/ },
    ]),
  ),
  ...Object.fromEntries(
    ['billNo', 'stageId', 'tenantId'].map((field) => [
      `ops.bill.toSettleSum ${field}`,
      { payload: {}, answer: /"payable":\{"count":0,/ },
    ]),
  ),
  'ops.bill.settle payments.0.billNo': {
    payload: { payments: [{ amount: 1, on: '2026-11-01', serial: 'no-such' }] },
    answer: /"outcome":"notFound"/,
  },
  'ops.feeRule.save orgId': { payload: feeRule, answer: /"path":"orgId"/ },
  'ops.feeRule.save tenantId': { payload: feeRule, answer: /"path":"tenantId"/ },
  // A rule may be there before the product is published.
  'ops.feeRule.save productId': { payload: feeRule, answer: /"path":"productId"/ },
  'ops.feeRule.trial orgId': { payload: feeRule, answer: /"path":"orgId"/ },
  'ops.feeRule.trial tenantId': { payload: feeRule, answer: /"path":"tenantId"/ },
  'ops.feeRule.trial productId': { payload: feeRule, answer: /"path":"productId"/ },
  'ops.feeRule.trial linesOfTenantId': { payload: triedRule, answer: /"lines":0/ },
  'ops.feedback.setFourEyes stepTicket': { payload: { aboveAmount: 0, revision: 0 }, answer: /RHAC003/ },
  // Nothing is written yet.
  'ops.content.publish stepTicket': { payload: { record: 'site', version: 1 }, answer: /RHSY409/ },
  'ops.content.rollBack stepTicket': { payload: { record: 'site', version: 1, number: 99 }, answer: /RHSY404/ },
  // No looser limit waits.
  'ops.feedback.decideFourEyes stepTicket': { payload: { decision: 'released', revision: 0 }, answer: /RHSY409/ },
  'ops.sender.save stepTicket': {
    payload: { provider: 'http', signName: '', region: '', templates: [], hundredthFen: 0, revision: 0 },
    answer: /RHAC003/,
  },
  'ops.maintenance.set stepTicket': {
    payload: { notice: null, readOnlyUntil: null, smsStopped: false, revision: 0 },
    answer: /RHAC003/,
  },
  'ops.sender.test stepTicket': { payload: { mobile: '13900000008', scene: 'login' }, answer: /RHAC003/ },
  'ops.system.sendHeld stepTicket': { payload: { from: 1, upTo: 1 }, answer: /RHAC003/ },
  'ops.system.dropHeld stepTicket': { payload: { from: 1, upTo: 1 }, answer: /RHAC003/ },
  'ops.totp.begin stepTicket': { payload: {}, answer: /RHAC003/ },
  // The account has no second factor whose codes could be renewed.
  'ops.totp.renewCodes stepTicket': { payload: {}, answer: /RHSY409/ },
  'ops.staff.create stepTicket': {
    payload: { account: 'no-such-proof', name: '李娜', roles: ['review'] },
    answer: /RHAC003/,
  },
  ...Object.fromEntries(
    Object.entries(changesOfStaff).map(([step, more]) => [
      `ops.staff.${step} stepTicket`,
      { payload: { ...more, version: 1 }, answer: /RHAC003/ },
    ]),
  ),
};
