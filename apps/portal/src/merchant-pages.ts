import type { LoadPage } from '@ronghui/web/navigation/chunks';
import type { PageProps } from '#kernel/page-props.ts';

/** The pages of the merchant area by route name. They are not in the route table, because the names of their files would make every public page larger. */
export const merchantPages = {
  merchantHome: () => import('./features/home/home-page.tsx'),
  order: () => import('./features/order/order-list-page.tsx'),
  bill: () => import('./features/bill/bill-list-page.tsx'),
  accountStatement: () => import('./features/account-statement/account-statement-page.tsx'),
  feedback: () => import('./features/feedback/feedback-list-page.tsx'),
  authorizationRecord: () => import('./features/authorization/authorization-page.tsx'),
  notice: () => import('./features/notice/notice-page.tsx'),
  basicInfo: () => import('./features/tenant/basic-info-page.tsx'),
  members: () => import('./features/tenant/members-page.tsx'),
  safety: () => import('./features/safety/safety-page.tsx'),
  verify: () => import('./features/certification/certification-page.tsx'),
  exports: () => import('./features/export/export-list-page.tsx'),
  reconManagement: () => import('./features/recon/recon-list-page.tsx'),
  reconNew: () => import('./features/recon/start/new-run-page.tsx'),
  reconYear: () => import('./features/recon/year/year-page.tsx'),
  reconRun: () => import('./features/recon/result/run-page.tsx'),
  reconStatement: () => import('./features/recon/result/statement-page.tsx'),
  loanConsult: () => import('./features/loan-consult/loan-consult-list-page.tsx'),
  invoice: () => import('./features/invoice/invoice-list-page.tsx'),
} satisfies Readonly<Record<string, LoadPage<PageProps>>>;
