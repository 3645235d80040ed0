import { Button, Card, ResultPanel } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';
import type { ConfigState } from './config-state.ts';
import { type PlacedOrder, usePlacedOrder } from './placing-queries.ts';
import css from './sku-config-page.module.css';

/** The number of the order or ticket, and what happens next. */
export const DoneStep = ({ config }: { config: ConfigState }): JSX.Element => (
  <div className={css.done}>
    <Card className={css.result}>
      {config.type === 'trial' ? <TrialResult config={config} /> : <OrderResult config={config} />}
    </Card>
  </div>
);

const TrialResult = ({ config: { ticketNo, product } }: { config: ConfigState }): JSX.Element => {
  const { phone, hours } = useSite().contacts;
  return (
    <ResultPanel
      title="试用申请已提交"
      text={`我们收到了您对“${product.name}”的试用申请。`}
      reference={{ label: '工单号', value: ticketNo }}
      next={[
        `顾问在服务时间（${hours}）致电您留下的手机号，确认试用范围和时间`,
        '为您开通试用，到期自动停止，不会转为收费',
        `有疑问致电 ${phone}，报上工单号`,
      ]}
      actions={
        <>
          <Button variant="primary" href={href(paths.products())}>
            继续选购
          </Button>
          <Button href={href(paths.home())}>返回首页</Button>
        </>
      }
    />
  );
};

/** The steps after the review: they depend on the certification and on whether there is an amount to pay. @source R4.8, R4.13 */
const nextSteps = (order: PlacedOrder | undefined): readonly string[] => {
  const waits = order?.waitsForCertification === true;
  const isPaid = (order?.totalAmount ?? 1) > 0;
  return [
    waits ? '先完成企业认证：通过之后，订单才会继续审核' : '我们审核订单，通常在一个工作日之内',
    isPaid
      ? '审核通过后进入待付款：在订单所示的期限前按所示账户转账，并上传凭证'
      : '审核通过后直接开通，费用以后按账单结算',
    '开通后通知您；付款之前可以随时取消',
  ];
};

const OrderResult = ({ config: { ticketNo, product } }: { config: ConfigState }): JSX.Element => {
  const order = usePlacedOrder(ticketNo);
  return (
    <ResultPanel
      title="订单已提交"
      text={`“${product.name}”的订单正在等待审核。`}
      reference={{ label: '订单号', value: ticketNo }}
      next={nextSteps(order)}
      actions={
        <>
          {order?.waitsForCertification === true ? (
            <Button variant="primary" href={href(paths.verify())}>
              去企业认证
            </Button>
          ) : null}
          <Button
            variant={order?.waitsForCertification === true ? 'secondary' : 'primary'}
            href={href(paths.order(ticketNo))}
          >
            查看订单
          </Button>
          <Button href={href(paths.products())}>继续选购</Button>
        </>
      }
    />
  );
};
