import { certificationSteps } from '@ronghui/domain/certification-form';
import { AgreementBoxes, Button } from '@ronghui/ui';
import type { JSX } from 'react';
import {
  type Agreement,
  type AgreementBoxesState,
  readAgreement,
  useReadMarks,
} from '#features/agreement/agreement.shared.ts';
import { FormFacts } from '../form-facts.tsx';
import type { WizardParts } from '../wizard-context.ts';
import type { WizardFields } from '../wizard-fields.ts';

interface ConfirmProps {
  readonly fields: WizardFields;
  readonly masks: WizardParts['masks'];
  readonly onGo: (step: number) => void;
  readonly agreements: readonly Agreement[];
  readonly boxes: AgreementBoxesState;
}

/** The step 确认提交: the summary of the form, and the separate consent. @source R10.6, R10.8 */
export const ConfirmStep = ({ fields, masks, onGo, agreements, boxes }: ConfirmProps): JSX.Element => {
  const readMarks = useReadMarks(agreements);
  return (
    <>
      <FormFacts
        fields={fields}
        masks={masks}
        action={(place) => (
          <Button size="small" variant="ghost" onClick={() => onGo(place)}>
            修改{certificationSteps[place]}
          </Button>
        )}
      />
      <AgreementBoxes
        legend="单独同意"
        agreements={agreements}
        ticked={boxes.ticked}
        errors={boxes.errors}
        onChange={boxes.onChange}
        read={readAgreement}
        readToEnd={readMarks}
      />
    </>
  );
};
