import { discountText, surchargeText } from '@ronghui/domain/sku-price';
import { Button, Card, SegmentedOptions } from '@ronghui/ui';
import type { JSX } from 'react';
import { useUser } from '#kernel/start-up.ts';
import type { ConfigState } from './config-state.ts';
import { configurationInput, priceText, skuOf } from './configuration.ts';
import { PriceAside } from './price-aside.tsx';
import { type Quote, type Sku, useQuote } from './purchase-queries.ts';
import { QuantityField } from './quantity-field.tsx';
import { LoanNote } from './quote-lines.tsx';
import css from './sku-config-page.module.css';

/** The form of the configuration, and for a purchase its live price. */
export const ConfigureStep = ({ config }: { config: ConfigState }): JSX.Element =>
  config.type === 'trial' ? <TrialConfiguration config={config} /> : <PurchaseConfiguration config={config} />;

const TrialConfiguration = ({ config }: { config: ConfigState }): JSX.Element => {
  const sku = skuOf(config.product, config.configuration);
  return (
    <div className={css.single}>
      <Card className={css.card} title={sku === undefined ? undefined : '想试用哪一种'}>
        {sku === undefined ? (
          <p>这个产品的试用不区分规格，直接填写联系方式即可。</p>
        ) : (
          <Options config={config} sku={sku} faults={{}} />
        )}
      </Card>
      <LoanNote rate={sku?.annualRate ?? config.product.annualRate} orgName={config.product.orgName} />
      <p className={css.remark}>试用免费，不需要企业认证，到期自动停止。</p>
      <div className={css.forward}>
        <Button variant="primary" size="large" onClick={() => config.goTo('confirm')}>
          下一步：填写联系方式
        </Button>
      </div>
    </div>
  );
};

const PurchaseConfiguration = ({ config }: { config: ConfigState }): JSX.Element => {
  const { product, configuration, change } = config;
  const user = useUser();
  const sku = skuOf(product, configuration);
  const quote = useQuote(configurationInput(product.pid, configuration), sku);
  const next = user === null ? '登录并确认' : '下一步：确认';
  if (sku === undefined) return <></>;
  return (
    <div className={css.columns}>
      <div className={css.main}>
        <Card className={css.card} title="规格与选项">
          <Options config={config} sku={sku} faults={quote.faults} />
        </Card>
        {quote.isNegotiated ? null : (
          <Card className={css.card} title="数量与期限">
            <div className={css.stack}>
              <QuantityField config={config} sku={sku} error={quote.faults['quantity']} />
              {sku.termMonths.length === 0 ? null : (
                <SegmentedOptions
                  label="期限"
                  error={quote.faults['termMonths']}
                  options={sku.termMonths.map((months) => termOption(sku, months))}
                  value={String(configuration.termMonths ?? '')}
                  onValueChange={(months) => change({ termMonths: Number(months) })}
                />
              )}
            </div>
          </Card>
        )}
        <LoanNote rate={sku.annualRate ?? product.annualRate} orgName={product.orgName} />
      </div>
      <PriceAside pid={product.pid} sku={sku} quote={quote} note="提交前可以随时修改，价格以确认页为准。">
        <Button
          variant="primary"
          size="large"
          block
          disabled={Object.keys(quote.faults).length > 0}
          onClick={() => config.goTo('confirm')}
        >
          {next}
        </Button>
      </PriceAside>
    </div>
  );
};

/** `12 个月`, and `9 折` where the term has a discount. */
const termOption = ({ termDiscounts }: Sku, months: number) => {
  const discount = termDiscounts.find((each) => each.months === months);
  return {
    value: String(months),
    label: `${months} 个月`,
    hint: discount === undefined ? undefined : discountText(discount.rate),
  };
};

const Options = ({ config, sku, faults }: { config: ConfigState; sku: Sku; faults: Quote['faults'] }): JSX.Element => {
  const { product, configuration, change } = config;
  const isTrial = config.type === 'trial';
  return (
    <div className={css.stack}>
      <SegmentedOptions
        label="规格"
        options={product.skus.map((each) => ({ value: each.skuId, label: each.name, hint: priceText(each) }))}
        value={configuration.skuId}
        onValueChange={(skuId) => change({ skuId })}
      />
      {sku.options.map(({ key, label, values }) => (
        <SegmentedOptions
          key={key}
          label={label}
          error={faults[`options.${key}`]}
          options={values.map(({ value, label: text, priceDelta }) => ({
            value,
            label: text,
            hint: isTrial ? undefined : surchargeText(sku, priceDelta),
          }))}
          value={configuration.options[key] ?? null}
          onValueChange={(value) => change({ options: { ...configuration.options, [key]: value } })}
        />
      ))}
    </div>
  );
};
