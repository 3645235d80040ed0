import type { CallError } from '@ronghui/client';
import { maskMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';
import {
  AgreementBoxes,
  Button,
  FormField,
  FormStack,
  ImageCodeField,
  SegmentedOptions,
  TextArea,
  TextInput,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { startUp } from '@ronghui/web/calls/call';
import { useForm } from '@ronghui/web/forms/form';
import { mobileHint, requiredHint } from '@ronghui/web/forms/hints';
import type { JSX } from 'react';
import { useImageCode, withTicket } from '#features/account/account.shared.ts';
import { PrivacyNote, readAgreement, useAgreementBoxes } from '#features/agreement/agreement.shared.ts';
import { knownProduct } from '#features/catalog/catalog.shared.ts';
import { useSite } from '#kernel/start-up.ts';
import css from './lead-form-page.module.css';
import { sendContact, type Topic } from './lead-queries.ts';
import { isTopic, topicOf, topics } from './topics.ts';

/** The sent message. */
export interface SentLead {
  readonly ticketNo: string;
  readonly mobileMasked: string;
}

interface LeadFormProps {
  readonly topic: Topic;
  readonly onTopicChange: (topic: Topic) => void;
  /** The product that the message is about. */
  readonly pid: string | undefined;
  readonly onPidRemove: () => void;
  readonly onSent: (sent: SentLead) => void;
}

/** How many of the wire's 2,000 characters remain beside the product's name. */
const contentMax = 1800;

/** The form of a message, with the consent to process the contact's data. @source R10.6 */
export const LeadForm = (props: LeadFormProps): JSX.Element => {
  const { topic, onTopicChange, pid, onPidRemove, onSent } = props;
  // The document has every product.
  const productName = knownProduct(pid)?.name;
  const agreements = useSite().agreements.filter(({ scene }) => scene === 'contact');
  const boxes = useAgreementBoxes(agreements);
  const image = useImageCode();
  const attempt = useAttemptKey();
  const form = useForm({
    name: 'leadForm',
    initial: { content: '', name: '', mobile: '', company: '' },
    hints: ({ content, name, mobile }) => ({
      content: requiredHint(content, '留言内容'),
      name: requiredHint(name, '您的称呼'),
      mobile: mobileHint(mobile),
    }),
  });
  const { content, name, mobile, company } = form.fields;
  const send = async (): Promise<void> => {
    const about = productName === undefined ? '' : `【产品：${productName}（${pid}）】\n`;
    const reply = await withTicket(image, (imageTicket) => {
      const payload = {
        topic,
        mobile,
        imageTicket,
        name: name.trim(),
        content: `${about}${content.trim()}`,
        agreements: [...boxes.accepted],
        company: company.trim() || undefined,
      };
      return attempt(payload, sendContact);
    });
    if (reply === undefined) return form.focusWrong();
    onSent({ ticketNo: reply.ticketNo, mobileMasked: maskMobile(normaliseMobile(mobile)) });
    form.clear();
  };
  const onRefused = (error: CallError): void => {
    if (error.errCode !== 'RHAG001') return;
    boxes.askAgain();
    void startUp().then(form.focusWrong);
  };
  const isReady = (): boolean => [image.isFilled(), boxes.isComplete()].every(Boolean);
  const { placeholder, title } = topicOf(topic);
  return (
    <FormStack id={form.id} onSubmit={(event) => form.submit(event, { isReady, send, onRefused })} aria-label={title}>
      <SegmentedOptions
        label="主题"
        options={topics}
        value={topic}
        onValueChange={(next) => {
          if (isTopic(next)) onTopicChange(next);
        }}
      />
      {productName === undefined ? null : (
        <p className={css.about}>
          关于产品：<b>{productName}</b>
          <Button size="small" variant="ghost" onClick={onPidRemove}>
            不限定产品
          </Button>
        </p>
      )}
      <FormField label="留言内容" required {...form.field('content')}>
        <TextArea {...form.control('content')} rows={6} maxLength={contentMax} placeholder={placeholder} />
      </FormField>
      <div className={css.pair}>
        <FormField label="您的称呼" required {...form.field('name')}>
          <TextInput {...form.control('name')} autoComplete="name" maxLength={40} />
        </FormField>
        <FormField label="手机号" required {...form.field('mobile')}>
          <TextInput
            {...form.control('mobile')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            placeholder="用于答复您"
          />
        </FormField>
      </div>
      <FormField label="公司名称（选填）" {...form.field('company')}>
        <TextInput {...form.control('company')} autoComplete="organization" maxLength={120} />
      </FormField>
      <ImageCodeField {...image} id={`${form.id}-image`} />
      <AgreementBoxes
        legend="授权"
        agreements={agreements}
        ticked={boxes.ticked}
        errors={boxes.errors}
        onChange={boxes.onChange}
        read={readAgreement}
      />
      <PrivacyNote />
      <Button type="submit" variant="primary" size="large" loading={form.running} className={css.submit}>
        提交
      </Button>
    </FormStack>
  );
};
