import { Button, Callout, Drawer, EmptyState, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import { href, paths } from '#kernel/paths.ts';
import type { OrderDetail } from './order-list-queries.ts';
import { RenewForm } from './renew-form.tsx';
import { useRenewal } from './renewal.ts';

interface RenewProps {
  readonly order: OrderDetail;
  readonly onClose: () => void;
}

/** The term of the order that follows, at today's price. @source R10.2 */
export const RenewDrawer = ({ order, onClose }: RenewProps): JSX.Element => {
  const renewal = useRenewal(order, onClose);
  const { form, quote, canRenew } = renewal;
  const gone = (
    <EmptyState
      kind="search"
      title="这个规格已经调整，不能续费"
      text="请用“再次购买”按现在的规格重新选择。"
      action={<Button href={href(paths.product(order.pid))}>看看产品</Button>}
    />
  );
  return (
    <Drawer
      open
      onClose={onClose}
      title="续费"
      actions={
        canRenew ? (
          <Button
            type="submit"
            form={form.id}
            variant="primary"
            loading={form.running}
            disabled={quote.price === undefined || quote.isBusy}
          >
            提交续费订单
          </Button>
        ) : undefined
      }
    >
      <PageState
        state={renewal.state}
        loading={<Skeleton shape="row" count={5} />}
        empty={gone}
        onRetry={() => void renewal.reload()}
      >
        {(product) => {
          if (canRenew) return <RenewForm order={order} renewal={renewal} product={product} />;
          return quote.isNegotiated ? <Negotiated pid={order.pid} /> : gone;
        }}
      </PageState>
    </Drawer>
  );
};

const Negotiated = ({ pid }: { pid: string }): JSX.Element => (
  <Callout>
    这个规格现在按实际情况报价，不能直接续费。
    <a href={href(paths.feedBack({ topic: 'consult', pid }))}>联系我们报价</a>
  </Callout>
);
