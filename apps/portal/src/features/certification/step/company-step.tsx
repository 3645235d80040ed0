import { companyTypeNames, companyTypes } from '@ronghui/domain/certification-form';
import { uploadMegabytes } from '@ronghui/domain/file-kind';
import { FormField, RadioGroup, Select, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import { useDivisions } from '#features/tenant/tenant.shared.ts';
import { DocumentField } from '../document-field.tsx';
import { ValidToField } from '../valid-to-field.tsx';
import type { WizardParts } from '../wizard-context.ts';

const optionsOf = (divisions: readonly { readonly code: string; readonly name: string }[]) =>
  divisions.map(({ code, name }) => ({ value: code, label: name }));

/** The step 企业信息. @source R5.4, R10.8 */
export const CompanyStep = (parts: WizardParts & { readonly today: string }): JSX.Element => {
  const { form, field, keep } = parts;
  const { fields } = form;
  const { provinces, cities } = useDivisions(fields.provinceCode);
  return (
    <>
      <RadioGroup
        label="主体类型"
        inline
        row
        options={companyTypes.map((value) => ({ value, label: companyTypeNames[value] }))}
        value={fields.companyType}
        onValueChange={(companyType) => form.change({ companyType })}
        error={field('companyType').error}
      />
      <FormField inline label="企业名称" hint="与营业执照一致" {...field('companyName')}>
        <TextInput {...form.control('companyName')} maxLength={100} autoComplete="organization" />
      </FormField>
      <FormField inline label="统一社会信用代码" hint="18&nbsp;位，最后一位是校验位" {...field('uscc')}>
        <TextInput {...form.control('uscc')} maxLength={40} autoComplete="off" autoCapitalize="characters" />
      </FormField>
      <DocumentField
        label="营业执照"
        hint={`PDF、PNG 或 JPEG，不超过 ${uploadMegabytes}\u00a0MB，字迹清楚、四角完整`}
        kinds={['pdf', 'png', 'jpeg']}
        fileId={fields.licenseFileId}
        field={field('licenseFileId')}
        onStored={(licenseFileId) => keep({ licenseFileId })}
      />
      <ValidToField {...parts} name="licenseValidTo" label="营业执照有效期" />
      <FormField inline label="注册省份" {...field('provinceCode')}>
        <Select
          {...form.control('provinceCode')}
          placeholder="请选择"
          options={optionsOf(provinces)}
          onValueChange={(provinceCode) => form.change({ provinceCode, cityCode: '' })}
        />
      </FormField>
      <FormField inline label="注册城市" {...field('cityCode')}>
        <Select
          {...form.control('cityCode')}
          placeholder={fields.provinceCode === '' ? '请先选择省份' : '请选择'}
          disabled={fields.provinceCode === ''}
          options={optionsOf(cities)}
        />
      </FormField>
      <FormField inline label="注册地址" {...field('address')}>
        <TextInput {...form.control('address')} maxLength={200} autoComplete="street-address" />
      </FormField>
    </>
  );
};
