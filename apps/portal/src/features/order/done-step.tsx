import { Button, Card, ResultPanel } from '@ronghui/ui';
import type { JSX } from 'react';
import { href, paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';
import type { Config } from './config-state.ts';
import css from './sku-config-page.module.css';

/** The ticket number, and what happens next. */
export const DoneStep = ({ config: { type, ticketNo, product } }: { config: Config }): JSX.Element => {
  const { phone, hours } = useSite().contacts;
  const isTrial = type === 'trial';
  const call = `在服务时间（${hours}）致电您留下的手机号`;
  return (
    <div className={css.done}>
      <Card className={css.result}>
        <ResultPanel
          title={isTrial ? '试用申请已提交' : '采购意向已提交'}
          text={
            isTrial
              ? `我们收到了您对“${product.name}”的试用申请。`
              : `我们收到了您对“${product.name}”的采购意向和报价。`
          }
          reference={{ label: '工单号', value: ticketNo }}
          next={
            isTrial
              ? [
                  `顾问${call}，确认试用范围和时间`,
                  '为您开通试用，到期自动停止，不会转为收费',
                  `有疑问致电 ${phone}，报上工单号`,
                ]
              : [`顾问${call}，核对配置和价格`, '您读过协议、确认无误后再签署和付款', `有疑问致电 ${phone}，报上工单号`]
          }
          actions={
            <>
              <Button variant="primary" href={href(paths.products())}>
                继续看产品
              </Button>
              <Button href={href(paths.home())}>返回首页</Button>
            </>
          }
        />
      </Card>
    </div>
  );
};
