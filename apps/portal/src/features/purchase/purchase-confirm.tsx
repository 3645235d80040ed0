import type { CallError } from '@ronghui/client';
import { Button, Callout, Card, FormField, FormStack, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { mobileHint, requiredHint } from '@ronghui/web/forms/hints';
import { currentLocation, href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { useAgreementBoxes } from '#features/agreement/agreement.shared.ts';
import { noteStep } from '#features/behavior/behavior.shared.ts';
import { paths } from '#kernel/paths.ts';
import { type User, useAuth } from '#kernel/start-up.ts';
import type { ConfigState } from './config-state.ts';
import { configurationInput, skuOf } from './configuration.ts';
import { ConfigurationSummary } from './configuration-summary.tsx';
import { purchase } from './placing-queries.ts';
import { PriceAside } from './price-aside.tsx';
import { PurchaseAgreements } from './purchase-agreements.tsx';
import { useQuote } from './purchase-queries.ts';
import { LoanNote } from './quote-lines.tsx';
import css from './sku-config-page.module.css';

interface PurchaseProps {
  readonly config: ConfigState;
  readonly user: User;
  /** Fetches the product with its agreements again. */
  readonly onReload: () => Promise<unknown>;
}

/** Records the last step to an order. @source R12.9, R11.8 */
const noteOrder = (): void => noteStep('step.order', currentLocation().path);

/** A contact is optional: neither field, or both. */
const contactHints = ({ name, mobile }: Readonly<Record<'name' | 'mobile', string>>) =>
  mobile.trim() === '' ? {} : { name: requiredHint(name, '联系人'), mobile: mobileHint(mobile) };

/** The configuration with its final price, the agreements to read to their end, and the button to place the order. @source R1.1, R10.2, R10.6 */
export const PurchaseConfirm = ({ config, user, onReload }: PurchaseProps): JSX.Element => {
  const { product, configuration, finish } = config;
  const configured = configurationInput(product.pid, configuration);
  const sku = skuOf(product, configuration);
  const quote = useQuote(configured, sku);
  const agreements = product.agreements.filter(({ scene }) => scene === 'purchase' || scene === 'dataSharing');
  const boxes = useAgreementBoxes(agreements);
  const attempt = useAttemptKey();
  const [isFull, setFull] = useState(false);
  const form = useForm({ name: 'order-contact', initial: { name: user.name, mobile: '' }, hints: contactHints });
  const { name, mobile } = form.fields;
  const expectedAmount = quote.price?.totalAmount;
  const send = async (): Promise<void> => {
    if (expectedAmount === undefined) return;
    const { termMonths, options, ...sized } = configured;
    const payload = {
      ...sized,
      termMonths,
      options,
      expectedAmount,
      agreements: [...boxes.accepted],
      contact: mobile.trim() === '' ? undefined : { name: name.trim(), mobile },
    };
    const { orderNo } = await attempt(payload, purchase);
    noteOrder();
    form.clear();
    finish(orderNo);
  };
  const onRefused = ({ errCode }: CallError): void => {
    setFull(errCode === 'RHOR003');
    if (errCode === 'RHOR001') quote.retry();
    if (errCode !== 'RHAG001') return;
    boxes.askAgain();
    void onReload().then(form.focusWrong);
  };
  const isReady = (): boolean => [boxes.isComplete(), expectedAmount !== undefined && !quote.isBusy].every(Boolean);
  const mayBuy = useAuth()['order.write'] === true;
  if (sku === undefined) return <></>;
  const tenant = user.tenants.find(({ tenantId }) => tenantId === user.tenantId)?.name ?? '';
  return (
    <div className={css.columns}>
      <div className={css.main}>
        <ConfigurationSummary config={config} />
        <LoanNote rate={sku.annualRate ?? product.annualRate} orgName={product.orgName} />
        {quote.isNegotiated ? (
          <Negotiated />
        ) : (
          <Card className={css.card} title="协议与联系人">
            <FormStack
              id={form.id}
              onSubmit={(event) => form.submit(event, { isReady, send, onRefused })}
              aria-label="提交订单"
            >
              {mayBuy ? null : <Callout tone="warn">您的角色只能查看，不能下单。请联系主账号或财务办理。</Callout>}
              {isFull ? (
                <Callout tone="warn">
                  办理中的订单已达上限。<a href={href(paths.orders())}>去我的订单</a>，完成或取消其中一部分后再提交。
                </Callout>
              ) : null}
              <PurchaseAgreements agreements={agreements} boxes={boxes} orgName={product.orgName} />
              <div className={css.pair}>
                <FormField label="联系人（选填）" {...form.field('name')}>
                  <TextInput {...form.control('name')} autoComplete="name" maxLength={40} />
                </FormField>
                <FormField label="联系手机号（选填）" {...form.field('mobile')}>
                  <TextInput
                    {...form.control('mobile')}
                    type="tel"
                    inputMode="tel"
                    autoComplete="tel"
                    maxLength={20}
                    placeholder="不填则联系您的账号手机号"
                  />
                </FormField>
              </div>
              <p className={css.remark}>下单商户：{tenant === '' ? '您的商户' : tenant}。付款之前可以随时取消。</p>
            </FormStack>
          </Card>
        )}
      </div>
      <PriceAside pid={product.pid} sku={sku} quote={quote} note="按当前价目计算；提交时若价格有变化，会请您重新确认。">
        <Button
          type="submit"
          form={form.id}
          variant="primary"
          size="large"
          block
          loading={form.running}
          disabled={!mayBuy || expectedAmount === undefined || quote.isBusy}
        >
          提交订单
        </Button>
      </PriceAside>
    </div>
  );
};

const Negotiated = (): JSX.Element => (
  <Card className={css.card} title="这个规格按实际情况报价">
    <p>价格由双方商定，所以不能直接下单。留下联系方式，顾问会按您的需要给出报价和方案。</p>
  </Card>
);
