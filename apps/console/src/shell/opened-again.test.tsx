import type { JSX } from 'react';
import { describe, expect, it } from 'vitest';
import { act, showPage } from '#kernel/testing/page.fixture.tsx';
import { useOrg, useProject, useStage } from '../features/bill/dimension/dimension-queries.ts';
import { useFeeRule } from '../features/bill/fee-rule/fee-rule-queries.ts';
import { useImport } from '../features/bill/line-import/line-import-queries.ts';
import { useSettledBill } from '../features/bill/settlement/settlement-queries.ts';
import { useReview } from '../features/certification/certification-queries.ts';
import { useRecord } from '../features/content/content-queries.ts';
import { useTenant } from '../features/customer/tenant/tenant-queries.ts';
import { useAccount } from '../features/customer/user/user-queries.ts';
import { useCase } from '../features/feedback/feedback-queries.ts';
import { useInvoice } from '../features/invoice/invoice-queries.ts';
import { useLead } from '../features/lead/lead-queries.ts';
import { useOrder } from '../features/order/order-queries.ts';
import { useMember } from '../features/staff/team/team-queries.ts';

const opened: readonly (readonly [operation: string, use: () => unknown])[] = [
  ['ops.order.detail', () => useOrder('1')],
  ['ops.feedback.detail', () => useCase('1')],
  ['ops.invoice.detail', () => useInvoice('1')],
  ['ops.certification.detail', () => useReview('1')],
  ['ops.lead.detail', () => useLead('1')],
  ['ops.staff.detail', () => useMember('1')],
  ['ops.tenant.detail', () => useTenant('1')],
  ['ops.account.detail', () => useAccount('1')],
  ['ops.content.detail', () => useRecord({ record: 'brand' } as never)],
  ['ops.bill.detail', () => useSettledBill('1')],
  ['ops.feeRule.page', () => useFeeRule('1')],
  ['ops.stage.page', () => useStage('1')],
  ['ops.org.page', () => useOrg('1')],
  ['ops.project.page', () => useProject('1')],
  ['ops.lineImport.get', () => useImport('1')],
];

describe('R4.12 a record that is opened for a step', () => {
  it.each(opened)(
    'R4.12 by %s is read again each time, so that no step is refused for a version that was kept',
    async (operation, use) => {
      const Opened = (): JSX.Element => {
        use();
        return <p>打开</p>;
      };
      const shown = showPage(<Opened />, {
        at: '/',
        answers: { [operation]: () => ({ items: [], version: 1 }) as never },
      });
      await expect.poll(() => shown.of(operation)).toHaveLength(1);
      await act(async () => {});
      shown.rerender(<p>关闭</p>);
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
      shown.rerender(<Opened />);
      await expect.poll(() => shown.of(operation)).toHaveLength(2);
    },
  );
});
