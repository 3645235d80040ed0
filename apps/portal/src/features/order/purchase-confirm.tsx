import type { CallError } from '@ronghui/client';
import { AgreementBoxes, Button, Callout, Card, FormStack, formatAmount, ImageCodeField } from '@ronghui/ui';
import type { JSX } from 'react';
import { readAgreement, useConsents } from '#kernel/agreements.ts';
import { useAttemptKey } from '#kernel/attempt-key.ts';
import { startUp } from '#kernel/call.ts';
import { useForm } from '#kernel/form.ts';
import { currentLocation } from '#kernel/hash-location.ts';
import { useImageCode, withTicket } from '#kernel/image-code.ts';
import { type User, useSite } from '#kernel/start-up.ts';
import { choiceLines, quoteInput, skuOf } from './choice.ts';
import { ChoiceSummary } from './choice-summary.tsx';
import type { Config } from './config-state.ts';
import { ContactFields, contactHints, noContact } from './contact-fields.tsx';
import { LoanNote } from './loan-note.tsx';
import { type Quote, sendIntent, useQuote } from './order-queries.ts';
import { PriceAside } from './price-aside.tsx';
import { PurchaseTexts } from './purchase-texts.tsx';
import css from './sku-config-page.module.css';

/** The message that carries a choice and its price. */
const intentText = (config: Config, { price, isNegotiated }: Quote, remark: string): string => {
  const lines = choiceLines(config.product, config.choice, false).map(({ label, value }) => `${label}：${value}`);
  const total = price === undefined || isNegotiated ? '面议' : formatAmount(price.totalAmount);
  const more = remark.trim() === '' ? [] : [`补充：${remark.trim()}`];
  return ['【采购意向】', ...lines, `报价合计：${total}`, ...more].join('\n');
};

/** Notes the last step of the way to an order. @source R12.9, R11.8 */
const noteOrder = (): void => {
  const { path } = currentLocation();
  void import('#kernel/visits.ts').then(({ noteStep }) => noteStep('step.order', path));
};

/** The choice with its final price, and the intent to buy it with a person who answers. @source R1.1, R10.2 */
export const PurchaseConfirm = ({ config, user }: { config: Config; user: User }): JSX.Element => {
  const { product, choice, finish } = config;
  const quote = useQuote(quoteInput(product.pid, choice));
  const agreements = useSite().agreements.filter(({ scene }) => scene === 'contact');
  const consents = useConsents(agreements);
  const image = useImageCode();
  const keyOf = useAttemptKey();
  const company = user.tenants.find(({ tenantId }) => tenantId === user.tenantId)?.name ?? '';
  const form = useForm({
    name: 'contact',
    initial: { ...noContact, name: user.name, company },
    hints: contactHints,
  });
  const { fields } = form;
  const send = async (): Promise<void> => {
    const reply = await withTicket(image, (imageTicket) => {
      const payload = {
        topic: 'consult' as const,
        mobile: fields.mobile,
        imageTicket,
        name: fields.name.trim(),
        company: fields.company.trim(),
        content: intentText(config, quote, fields.remark),
        agreements: [...consents.accepted],
      };
      return sendIntent({ ...payload, idempotencyKey: keyOf(payload) });
    });
    if (reply === undefined) return form.focusWrong();
    noteOrder();
    form.clear();
    finish(reply.ticketNo);
  };
  const onRefused = (error: CallError): void => {
    if (error.errCode !== 'RHAG001') return;
    consents.askAgain();
    void startUp().then(form.focusWrong);
  };
  const isReady = (): boolean => [image.isFilled(), consents.isComplete()].every(Boolean);
  const sku = skuOf(product, choice);
  if (sku === undefined) return <></>;
  return (
    <div className={css.columns}>
      <div className={css.main}>
        <ChoiceSummary config={config} />
        <LoanNote rate={sku.annualRate ?? product.annualRate} />
        <PurchaseTexts agreements={product.agreements} />
        <Card className={css.card} title="联系人">
          <FormStack
            id={form.id}
            onSubmit={(event) => form.submit(event, { isReady, send, onRefused })}
            aria-label="采购意向"
          >
            <Callout>提交后，顾问会按这份配置联系您，核对价格与协议并为您办理。提交不产生费用。</Callout>
            <ContactFields form={form} remarkHint="发票、付款方式、希望的开通时间" />
            <AgreementBoxes
              legend="授权"
              agreements={agreements}
              ticked={consents.ticked}
              errors={consents.errors}
              onChange={consents.onChange}
              read={readAgreement}
            />
            <ImageCodeField {...image} id={`${form.id}-image`} />
          </FormStack>
        </Card>
      </div>
      <PriceAside sku={sku} quote={quote} note="按当前价目计算，办理时以双方确认为准。">
        <Button type="submit" form={form.id} variant="primary" size="large" block loading={form.running}>
          提交采购意向
        </Button>
      </PriceAside>
    </div>
  );
};
