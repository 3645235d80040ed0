import { uploadMegabytes } from '@ronghui/domain/file-kind';
import { FormField, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import { DocumentField } from '../document-field.tsx';
import { ValidToField } from '../valid-to-field.tsx';
import type { WizardParts } from '../wizard-context.ts';

/** The hint of a number: a stored one need not be typed again. */
export const storedHint = (mask: string | undefined, otherwise: string): string =>
  mask === undefined || mask === '' ? otherwise : `已保存 ${mask}，不修改可留空`;

/** The step 法定代表人. @source R5.4, R10.8 */
export const PersonStep = (parts: WizardParts & { readonly today: string }): JSX.Element => {
  const { form, field, masks, keep } = parts;
  const { fields } = form;
  return (
    <>
      <FormField inline label="法定代表人姓名" {...field('legalName')}>
        <TextInput {...form.control('legalName')} maxLength={60} autoComplete="off" />
      </FormField>
      <FormField
        inline
        label="法定代表人身份证号"
        hint={storedHint(masks.legalIdNo, '加密保存，只用于核验')}
        {...field('legalIdNo')}
      >
        <TextInput {...form.control('legalIdNo')} maxLength={30} autoComplete="off" autoCapitalize="characters" />
      </FormField>
      <DocumentField
        label="身份证人像面"
        hint={`PNG 或 JPEG，不超过 ${uploadMegabytes}\u00a0MB`}
        kinds={['png', 'jpeg']}
        fileId={fields.legalIdFrontFileId}
        field={field('legalIdFrontFileId')}
        onStored={(legalIdFrontFileId) => keep({ legalIdFrontFileId })}
      />
      <DocumentField
        label="身份证国徽面"
        hint={`PNG 或 JPEG，不超过 ${uploadMegabytes}\u00a0MB`}
        kinds={['png', 'jpeg']}
        fileId={fields.legalIdBackFileId}
        field={field('legalIdBackFileId')}
        onStored={(legalIdBackFileId) => keep({ legalIdBackFileId })}
      />
      <ValidToField {...parts} name="legalIdValidTo" label="身份证有效期" />
    </>
  );
};
