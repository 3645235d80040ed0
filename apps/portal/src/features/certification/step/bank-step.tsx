import { uploadMegabytes } from '@ronghui/domain/file-kind';
import { FormField, RadioGroup, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import { DocumentField } from '../document-field.tsx';
import type { WizardParts } from '../wizard-context.ts';
import { storedHint } from './person-step.tsx';

/** The step 经办人与银行账户. @source R10.8 */
export const BankStep = ({ form, field, masks, keep }: WizardParts): JSX.Element => {
  const { fields } = form;
  return (
    <>
      <RadioGroup
        label="由谁办理"
        inline
        options={[
          { value: 'self', label: '法定代表人本人' },
          { value: 'agent', label: '经办人', hint: '需要加盖公章的授权书' },
        ]}
        value={fields.isAgent}
        onValueChange={(isAgent) => form.change({ isAgent })}
        error={field('isAgent').error}
      />
      {fields.isAgent === 'agent' ? (
        <>
          <FormField inline label="经办人姓名" {...field('agentName')}>
            <TextInput {...form.control('agentName')} maxLength={60} autoComplete="name" />
          </FormField>
          <FormField
            inline
            label="经办人身份证号"
            hint={storedHint(masks.agentIdNo, '加密保存，只用于核验')}
            {...field('agentIdNo')}
          >
            <TextInput {...form.control('agentIdNo')} maxLength={30} autoComplete="off" autoCapitalize="characters" />
          </FormField>
          <DocumentField
            label="授权书"
            hint={`PDF、PNG 或 JPEG，不超过 ${uploadMegabytes}\u00a0MB，须加盖公章`}
            kinds={['pdf', 'png', 'jpeg']}
            fileId={fields.authorizationLetterFileId}
            field={field('authorizationLetterFileId')}
            onStored={(authorizationLetterFileId) => keep({ authorizationLetterFileId })}
          />
        </>
      ) : null}
      <FormField inline label="开户银行" hint="如 示例银行" {...field('bankName')}>
        <TextInput {...form.control('bankName')} maxLength={100} autoComplete="off" />
      </FormField>
      <FormField inline label="开户支行" {...field('bankBranch')}>
        <TextInput {...form.control('bankBranch')} maxLength={100} autoComplete="off" />
      </FormField>
      <FormField
        inline
        label="对公账号"
        hint={storedHint(masks.bankAccountNo, '户名须与企业名称一致，可能用于打款验证')}
        {...field('bankAccountNo')}
      >
        <TextInput {...form.control('bankAccountNo')} inputMode="numeric" maxLength={40} autoComplete="off" />
      </FormField>
    </>
  );
};
