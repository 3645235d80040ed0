import { Button, Callout, Drawer, EmptyState, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { useClaimedBill } from './feedback-queries.ts';
import { VarianceForm } from './variance-form.tsx';

interface VarianceDrawerProps {
  readonly billNo: string;
  readonly onClose: () => void;
  readonly onClaimed: (feedbackNo: string) => void;
}

/** The form of a claim beside the list, for a bill that is named in the address. @source R10.4 */
export const VarianceDrawer = ({ billNo, onClose, onClaimed }: VarianceDrawerProps): JSX.Element => {
  const { state, query } = useClaimedBill(billNo);
  usePageTitle('提出差异');
  return (
    <Drawer open size="large" onClose={onClose} title="提出差异">
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={6} />}
        empty={<EmptyState kind="search" title="没有这张账单" text="请核对账单号，或切换到它所属的商户。" />}
        onRetry={() => void query.refetch()}
      >
        {(bill) =>
          bill.status === 'pending' ? (
            <VarianceForm bill={bill} onClaimed={onClaimed} />
          ) : (
            <>
              <Callout tone="warn">账单不是待确认状态，不能提出差异。</Callout>
              <p>
                <Button href={href(paths.bill(billNo))}>查看账单</Button>
              </p>
            </>
          )
        }
      </PageState>
    </Drawer>
  );
};
