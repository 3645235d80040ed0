import type { operations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import type { CommandVerbs } from '#kernel/command-verb';
import type { Job } from '#kernel/jobs/jobs';
import { outboxVerbs } from '#kernel/jobs/outbox-verbs';
import type { SentJob } from '#kernel/jobs/sent-job';
import type { ClockCorrection } from '#kernel/setup/clock-correction';
import { accountCommands } from './account/account.commands.ts';
import { accountHandlers } from './account/account.handlers.ts';
import { accountClock, accountJobs } from './account/account.jobs.ts';
import { accountStatementHandlers } from './account-statement/account-statement.handlers.ts';
import { agreementHandlers } from './agreement/agreement.handlers.ts';
import { auditHandlers } from './audit/audit.handlers.ts';
import { auditSentJobs } from './audit/audit.jobs.ts';
import { authorizationHandlers } from './authorization/authorization.handlers.ts';
import { authorizationJobs } from './authorization/authorization.jobs.ts';
import { bankLineHandlers } from './bank-line/bank-line.handlers.ts';
import { behaviorCommands } from './behavior/behavior.commands.ts';
import { behaviorHandlers } from './behavior/behavior.handlers.ts';
import { behaviorJobs } from './behavior/behavior.jobs.ts';
import { billHandlers } from './bill/bill.handlers.ts';
import { billJobs, billSentJobs } from './bill/bill.jobs.ts';
import { businessHandlers } from './business/business.handlers.ts';
import { catalogHandlers } from './catalog/catalog.handlers.ts';
import { certificationHandlers } from './certification/certification.handlers.ts';
import { certificationJobs } from './certification/certification.jobs.ts';
import { chatHandlers } from './chat/chat.handlers.ts';
import { chatJobs } from './chat/chat.jobs.ts';
import { countUnreadMessages } from './chat/chat.reads.ts';
import { contentHandlers } from './content/content.handlers.ts';
import { contentJobs } from './content/content.jobs.ts';
import { customerHandlers } from './customer/customer.handlers.ts';
import { deskHandlers } from './desk/desk.handlers.ts';
import { deskJobs } from './desk/desk.jobs.ts';
import { docHandlers } from './doc/doc.handlers.ts';
import { docJobs } from './doc/doc.jobs.ts';
import { exportHandlers } from './export/export.handlers.ts';
import { exportSentJobs } from './export/export.jobs.ts';
import { feedbackHandlers } from './feedback/feedback.handlers.ts';
import { fileHandlers } from './file/file.handlers.ts';
import { fileJobs } from './file/file.jobs.ts';
import { homeHandlers } from './home/home.handlers.ts';
import { intentHandlers } from './intent/intent.handlers.ts';
import { intentJobs } from './intent/intent.jobs.ts';
import { invoiceHandlers } from './invoice/invoice.handlers.ts';
import { invoiceJobs } from './invoice/invoice.jobs.ts';
import { mailProviderOfRefund } from './invoice/invoice.steps.ts';
import { leadHandlers } from './lead/lead.handlers.ts';
import { loanConsultHandlers } from './loan-consult/loan-consult.handlers.ts';
import { maintenanceHandlers } from './maintenance/maintenance.handlers.ts';
import { noticeHandlers } from './notice/notice.handlers.ts';
import { noticeJobs } from './notice/notice.jobs.ts';
import { orderHandlers } from './order/order.handlers.ts';
import { orderJobs } from './order/order.jobs.ts';
import { consentedOrders } from './order/order.steps.ts';
import { passwordHandlers } from './password/password.handlers.ts';
import { purchaseHandlers } from './purchase/purchase.handlers.ts';
import { receiptHandlers } from './receipt/receipt.handlers.ts';
import { reconHandlers } from './recon/recon.handlers.ts';
import { reconJobs, reconSentJobs } from './recon/recon.jobs.ts';
import { followFeedback } from './recon/recon.steps.ts';
import { registerHandlers } from './register/register.handlers.ts';
import { safetyHandlers } from './safety/safety.handlers.ts';
import { safetyJobs, safetySentJobs } from './safety/safety.jobs.ts';
import { senderHandlers } from './sender/sender.handlers.ts';
import { siteHandlers } from './site/site.handlers.ts';
import { staffCommands } from './staff/staff.commands.ts';
import { staffHandlers } from './staff/staff.handlers.ts';
import { staffClock, staffJobs } from './staff/staff.jobs.ts';
import { systemHandlers } from './system/system.handlers.ts';
import { tenantHandlers } from './tenant/tenant.handlers.ts';
import { insertTenantOf } from './tenant/tenant.steps.ts';

/** A handler for every operation of the contract; a missing one does not compile. */
export const handlers: HandlersFor<typeof operations> = {
  ...siteHandlers,
  ...accountHandlers({
    onSignInWithoutTenant: (tx, { ports }, userId) =>
      insertTenantOf(tx, { userId, tenantId: ports.ids.id(), tenantName: '' }),
  }),
  ...staffHandlers,
  ...passwordHandlers,
  ...registerHandlers,
  ...safetyHandlers,
  ...tenantHandlers,
  ...homeHandlers,
  ...catalogHandlers,
  ...agreementHandlers,
  ...orderHandlers(mailProviderOfRefund),
  ...purchaseHandlers,
  ...authorizationHandlers(consentedOrders),
  ...noticeHandlers({
    countMessages: ({ transactFor, tenantId, userId }) =>
      transactFor({ userId }, (tx) => countUnreadMessages(tx, { tenantId, userId })),
  }),
  ...fileHandlers,
  ...certificationHandlers,
  ...contentHandlers,
  ...leadHandlers,
  ...docHandlers,
  ...behaviorHandlers,
  ...billHandlers,
  ...feedbackHandlers(followFeedback),
  ...receiptHandlers,
  ...intentHandlers,
  ...bankLineHandlers,
  ...accountStatementHandlers,
  ...reconHandlers,
  ...loanConsultHandlers,
  ...exportHandlers,
  ...invoiceHandlers,
  ...auditHandlers,
  ...deskHandlers,
  ...businessHandlers,
  ...customerHandlers,
  ...senderHandlers,
  ...maintenanceHandlers,
  ...chatHandlers,
  ...systemHandlers,
};

/** The scheduled jobs of all nouns. */
export const jobs: readonly Job[] = [
  ...accountJobs,
  ...staffJobs,
  ...behaviorJobs,
  ...docJobs,
  ...orderJobs,
  ...billJobs,
  ...authorizationJobs,
  ...fileJobs,
  ...certificationJobs,
  ...contentJobs,
  ...noticeJobs,
  ...reconJobs,
  ...safetyJobs,
  ...deskJobs,
  ...chatJobs,
  ...invoiceJobs,
  ...intentJobs,
];

/** What the nouns correct when the clock was set back. */
export const clockCorrections: readonly ClockCorrection[] = [accountClock, staffClock];

/** The jobs that calls send. */
export const sentJobs: readonly SentJob[] = [
  ...safetySentJobs,
  ...billSentJobs,
  ...exportSentJobs,
  ...auditSentJobs,
  ...reconSentJobs,
];

/** What staff do at the command line because it must work without a browser, by noun. */
export const commandVerbs: Readonly<Record<string, CommandVerbs>> = {
  account: accountCommands,
  behavior: behaviorCommands,
  outbox: outboxVerbs,
  staff: staffCommands,
};
