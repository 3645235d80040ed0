import type { Page } from '@playwright/test';
import { issueBills } from './commands.ts';
import { certify } from './company.ts';
import { enterMerchant, type SignedMerchant } from './merchant.ts';
import type { PooledServer } from './server-pool.ts';
import { textIn } from './signed-calls.ts';
import { enterAdmin, newKey, type StaffCall } from './staff.ts';
import { firstPassword, newMobile, register } from './visitor.ts';

/** A bill as its owner sees it. @unit amount: fen */
export interface OwnBill {
  readonly billNo: string;
  readonly amount: number;
  readonly stageName: string;
}

/** A certified merchant that pending bills were issued to, with a session beside the browser's, and the provider's staff. */
export interface BilledCompany extends SignedMerchant {
  readonly staff: StaffCall;
  /** A page of its bills, a hundred at most. */
  bills(filter?: Readonly<Record<string, unknown>>): Promise<readonly OwnBill[]>;
  /** Claims another amount for a whole bill; returns the feedback's number. */
  dispute(bill: OwnBill, claimedAmount: number): Promise<string>;
  /** The provider's answer with another amount. */
  adjust(feedbackNo: string, newAmount: number, reason: string): Promise<void>;
  /** The provider's answer that the amount is right. */
  reject(feedbackNo: string, reason: string): Promise<void>;
}

const itemsOf = (data: Readonly<Record<string, unknown>>): unknown[] => {
  const { items } = data;
  return Array.isArray(items) ? items : [];
};

/** Registers and certifies a company in the browser, where it stays logged in, and issues bills to it, a twentieth to each of twenty stages. */
export const makeBilledCompany = async (
  page: Page,
  { url, dataDir }: PooledServer,
  size: { readonly bills: number; readonly lines: number },
): Promise<BilledCompany> => {
  const mobile = newMobile();
  await register(page, mobile, { at: `${url}/`, dataDir });
  await certify(page, { url, dataDir });
  const [member, staff] = await Promise.all([
    enterMerchant(url, { mobile, password: firstPassword }),
    enterAdmin({ url, dataDir }),
  ]);
  const answer = async (feedbackNo: string, given: Readonly<Record<string, unknown>>): Promise<void> => {
    const { version } = await staff('ops.feedback.detail', { feedbackNo });
    await staff('feedback.handle', { feedbackNo, version, idempotencyKey: newKey(), ...given });
  };
  await issueBills({ DATA_DIR: dataDir }, { tenantId: member.tenantId, ...size });
  return {
    ...member,
    staff,
    async bills(filter = {}) {
      const items = itemsOf(await member.call('bill.page', { pageSize: 100, ...filter }));
      return items.map((item) => ({
        billNo: textIn(item, 'billNo'),
        amount: Number(textIn(item, 'amount')),
        stageName: textIn(item, 'stageName'),
      }));
    },
    async dispute({ billNo }, claimedAmount) {
      const claim = { billNo, claimedAmount, reason: '与我方台账不符', idempotencyKey: newKey() };
      return textIn(await member.call('bill.varianceFeedback', claim), 'feedbackNo');
    },
    adjust: (feedbackNo, newAmount, reason) => answer(feedbackNo, { action: 'adjust', newAmount, reason }),
    reject: (feedbackNo, reason) => answer(feedbackNo, { action: 'reject', reason }),
  };
};

/** The digits of an amount before and after its point. @unit amount: fen */
const digitsOf = (amount: number): readonly [string, string] => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return [digits.slice(0, -2), digits.slice(-2)];
};

/** 1234.50, as it is typed and as files have it. @unit amount: fen */
export const plainYuan = (amount: number): string => `${amount < 0 ? '-' : ''}${digitsOf(amount).join('.')}`;

/** ¥1,234.50, as the screens write an amount. @unit amount: fen */
export const yuan = (amount: number): string => {
  const [before, after] = digitsOf(amount);
  return `${amount < 0 ? '-' : ''}¥${before.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${after}`;
};
