import { FormField, TextArea, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Form } from '#kernel/form.ts';
import { mobileHint, requiredHint } from '#kernel/hints.ts';
import css from './sku-config-page.module.css';

/** Who asks, and what else there is to say. */
export type ContactName = 'name' | 'company' | 'mobile' | 'remark';

/** Before anything is typed. */
export const noContact: Readonly<Record<ContactName, string>> = { name: '', company: '', mobile: '', remark: '' };

/** What is wrong with it, or nothing. @source R5.1 */
export const contactHints = ({ name, company, mobile }: Readonly<Record<ContactName, string>>) => ({
  name: requiredHint(name, '联系人姓名'),
  company: requiredHint(company, '公司名称'),
  mobile: mobileHint(mobile),
});

/** The fields of a contact. */
export const ContactFields = ({ form, remarkHint }: { form: Form<ContactName>; remarkHint: string }): JSX.Element => (
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
