import type { CallError } from '@ronghui/client';
import { AgreementBoxes, Button, Card, FormField, FormStack, ImageCodeField, TextArea, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { type Form, useForm } from '@ronghui/web/forms/form';
import { mobileHint, requiredHint } from '@ronghui/web/forms/hints';
import type { JSX } from 'react';
import { useImageCode, withTicket } from '#features/account/account.shared.ts';
import { PrivacyNote, readAgreement, useAgreementBoxes, useReadMarks } from '#features/agreement/agreement.shared.ts';
import type { ConfigState } from './config-state.ts';
import { ConfigurationSummary } from './configuration-summary.tsx';
import { requestTrial } from './placing-queries.ts';
import css from './sku-config-page.module.css';

/** The contact of the request, and its remark. */
type ContactName = 'name' | 'company' | 'mobile' | 'remark';

/** The empty form. */
const noContact: Readonly<Record<ContactName, string>> = { name: '', company: '', mobile: '', remark: '' };

/** The hints for wrong fields. @source R5.1 */
const contactHints = ({ name, company, mobile }: Readonly<Record<ContactName, string>>) => ({
  name: requiredHint(name, '联系人姓名'),
  company: requiredHint(company, '公司名称'),
  mobile: mobileHint(mobile),
});

interface TrialStepProps {
  readonly config: ConfigState;
  /** Fetches the product with its agreements again. */
  readonly onReload: () => Promise<unknown>;
}

/** The contact of the trial, the agreements to read to their end, and the button to send the request. @source R4.13, R10.6 */
export const TrialStep = ({ config, onReload }: TrialStepProps): JSX.Element => {
  const { product, configuration, finish } = config;
  const agreements = product.agreements.filter(({ scene }) => scene === 'trial');
  const boxes = useAgreementBoxes(agreements);
  const readMarks = useReadMarks(agreements);
  const image = useImageCode();
  const attempt = useAttemptKey();
  const form = useForm({ name: 'contact', initial: noContact, hints: contactHints });
  const { name, company, mobile, remark } = form.fields;
  const send = async (): Promise<void> => {
    const reply = await withTicket(image, (imageTicket) => {
      const payload = {
        pid: product.pid,
        mobile,
        imageTicket,
        name: name.trim(),
        company: company.trim(),
        agreements: [...boxes.accepted],
        skuId: configuration.skuId || undefined,
        options: configuration.skuId === '' ? undefined : { ...configuration.options },
        remark: remark.trim() || undefined,
      };
      return attempt(payload, requestTrial);
    });
    if (reply === undefined) return form.focusWrong();
    form.clear();
    finish(reply.ticketNo);
  };
  const onRefused = (error: CallError): void => {
    if (error.errCode !== 'RHAG001') return;
    boxes.askAgain();
    void onReload().then(form.focusWrong);
  };
  const isReady = (): boolean => [image.isFilled(), boxes.isComplete()].every(Boolean);
  return (
    <div className={css.columns}>
      <aside className={css.aside} aria-label="您的选择">
        <ConfigurationSummary config={config} />
      </aside>
      <div className={css.main}>
        <Card className={css.card} title="联系方式">
          <FormStack
            id={form.id}
            onSubmit={(event) => form.submit(event, { isReady, send, onRefused })}
            aria-label="申请试用"
          >
            <ContactFields form={form} remarkHint="希望什么时候开始、有多少人参与" />
            <AgreementBoxes
              legend="协议"
              agreements={agreements}
              ticked={boxes.ticked}
              errors={boxes.errors}
              onChange={boxes.onChange}
              read={readAgreement}
              readToEnd={readMarks}
            />
            <PrivacyNote />
            <ImageCodeField {...image} id={`${form.id}-image`} />
            <Button type="submit" variant="primary" size="large" loading={form.running} className={css.submit}>
              提交试用申请
            </Button>
          </FormStack>
        </Card>
      </div>
    </div>
  );
};

/** The fields of a contact. */
const ContactFields = ({ form, remarkHint }: { form: Form<ContactName>; remarkHint: string }): JSX.Element => (
  <>
    <div className={css.pair}>
      <FormField label="联系人" required {...form.field('name')}>
        <TextInput {...form.control('name')} autoComplete="name" maxLength={40} />
      </FormField>
      <FormField label="手机号" required {...form.field('mobile')}>
        <TextInput
          {...form.control('mobile')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          placeholder="顾问用它联系您"
        />
      </FormField>
    </div>
    <FormField label="公司名称" required {...form.field('company')}>
      <TextInput {...form.control('company')} autoComplete="organization" maxLength={120} />
    </FormField>
    <FormField label="补充说明（选填）" {...form.field('remark')}>
      <TextArea {...form.control('remark')} rows={3} maxLength={1000} placeholder={remarkHint} />
    </FormField>
  </>
);
