import {
  type CertificationField,
  certificationFields,
  certificationFiles,
  certificationSecrets,
  certificationSteps,
  companyTypeNames,
  companyTypes,
} from '@ronghui/domain/certification-form';
import { maskTail } from '@ronghui/domain/identity/resident-id';
import { normaliseBankAccount } from '@ronghui/domain/invoice/bank-account';
import { Button, Facts } from '@ronghui/ui';
import { type JSX, type ReactNode, useState } from 'react';
import { type Divisions, placeName, useDivisions } from '#features/tenant/tenant.shared.ts';
import css from './certification.module.css';
import { Preview } from './document-preview.tsx';
import type { WizardParts } from './wizard-context.ts';
import { fieldsOfStep, type WizardFields } from './wizard-fields.ts';

const isFile = (name: CertificationField): boolean => certificationFiles.some((each) => each === name);

const companyTypeName = (text: string): string => {
  const type = companyTypes.find((each) => each === text);
  return type === undefined ? '' : companyTypeNames[type];
};

const isSecret = (name: CertificationField): boolean => certificationSecrets.some((each) => each === name);

interface Known extends Pick<FactsProps, 'fields' | 'masks'> {
  readonly divisions: Divisions;
}

const valueOf = ({ fields, masks, divisions }: Known, name: CertificationField): ReactNode => {
  const text = fields[name];
  if (name === 'companyType') return companyTypeName(text);
  if (name === 'provinceCode') return null;
  if (name === 'cityCode') return placeName(divisions, fields);
  if (name === 'isAgent') return text === '' ? '' : text === 'agent' ? '经办人' : '法定代表人本人';
  if (isSecret(name)) return text.trim() === '' ? masks[name] : maskTail(normaliseBankAccount(text));
  return text;
};

const labelOf = (name: CertificationField): string =>
  name === 'cityCode' ? '注册地' : certificationFields[name].label;

interface FactsProps {
  readonly fields: WizardFields;
  readonly masks: WizardParts['masks'];
  /** Shown at the end of a step's title, before the form is sent; afterwards a document is fetched and shown when it is asked for, as the numbers are. */
  readonly action?: (step: number) => ReactNode;
}

/** All fields of the form by step, with masked numbers. */
export const FormFacts = ({ fields, masks, action }: FactsProps): JSX.Element => {
  const divisions = useDivisions(fields.provinceCode);
  return (
    <div className={css.parts}>
      {certificationSteps.map((title, step) => (
        <section key={title} className={css.part}>
          <div className={css.top}>
            <h3 className={css.title}>{title}</h3>
            {action?.(step)}
          </div>
          <Facts
            columns={2}
            items={fieldsOfStep(step)
              .filter((name) => !isFile(name))
              .map((name) => ({ label: labelOf(name), value: valueOf({ fields, masks, divisions }, name) }))}
          />
          <Documents
            names={fieldsOfStep(step).filter((name) => isFile(name) && fields[name] !== '')}
            fields={fields}
            isAsked={action !== undefined}
          />
        </section>
      ))}
    </div>
  );
};

/** A document that is neither fetched nor shown until somebody wants to see it. */
const OnDemand = ({ label, fileId }: { readonly label: string; readonly fileId: string }): JSX.Element => {
  const [isShown, setShown] = useState(false);
  return isShown ? (
    <Preview label={label} fileId={fileId} />
  ) : (
    <Button size="small" aria-label={`查看${label}`} onClick={() => setShown(true)}>
      查看
    </Button>
  );
};

/** The documents of a step side by side, because pictures among the facts would leave holes. */
const Documents = ({
  names,
  fields,
  isAsked,
}: {
  readonly names: readonly CertificationField[];
  readonly fields: WizardFields;
  readonly isAsked: boolean;
}): JSX.Element | null =>
  names.length === 0 ? null : (
    <ul className={css.documents}>
      {names.map((name) => (
        <li key={name}>
          <span className={css.label}>{labelOf(name)}</span>
          {isAsked ? (
            <Preview label={certificationFields[name].label} fileId={fields[name]} />
          ) : (
            <OnDemand label={certificationFields[name].label} fileId={fields[name]} />
          )}
        </li>
      ))}
    </ul>
  );
