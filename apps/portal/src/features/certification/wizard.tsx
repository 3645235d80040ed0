import type { CallError } from '@ronghui/client';
import {
  type CertificationField,
  certificationFields,
  certificationSteps,
  isCertificationField,
} from '@ronghui/domain/certification-form';
import { shanghaiTime } from '@ronghui/domain/csv';
import { AgreementBoxes, Button, Card, FormStack, Stepper } from '@ronghui/ui';
import { type FormEvent, type JSX, useState } from 'react';
import { readAgreement, useConsents, useReadMarks } from '#kernel/agreements.ts';
import { useAttemptKey } from '#kernel/attempt-key.ts';
import { serverNow } from '#kernel/call.ts';
import { useForm } from '#kernel/form.ts';
import { useSearch } from '#kernel/hash-location.ts';
import { useSite } from '#kernel/start-up.ts';
import { showError, showToast } from '#kernel/toasts.ts';
import { BankStep } from './bank-step.tsx';
import css from './certification.module.css';
import { type Certification, reloadAgreements, saveDraft, submitCertification } from './certification-queries.ts';
import { CompanyStep } from './company-step.tsx';
import { FormFacts } from './form-facts.tsx';
import { PersonStep } from './person-step.tsx';
import { ReasonsNotice } from './reasons-notice.tsx';
import type { WizardParts } from './wizard-context.ts';
import {
  draftOf,
  fieldsOf,
  fieldsOfStep,
  masksOf,
  submissionOf,
  type WizardFields,
  wizardHints,
} from './wizard-fields.ts';

const titles = [...certificationSteps, '确认提交'];
const last = titles.length - 1;

/** The step of the address; where there is none, the first that has to be corrected. */
const useStep = (reasons: Certification['reasons']): [number, (step: number) => void] => {
  const [search, setSearch] = useSearch();
  const told = Number(search.get('step') ?? '');
  const wrong = reasons.map(({ field }) => certificationFields[field].step);
  const step =
    Number.isInteger(told) && told >= 1 && told <= titles.length
      ? told - 1
      : Math.min(last, ...wrong, ...(wrong.length === 0 ? [0] : []));
  return [step, (next) => setSearch({ step: String(next + 1) })];
};

/** The draft on the server: saved at each step and with each document, in turn. */
const useSaving = () => {
  const [saving, setSaving] = useState(false);
  return {
    saving,
    save: async (fields: WizardFields): Promise<boolean> => {
      setSaving(true);
      try {
        await saveDraft(draftOf(fields));
        return true;
      } catch (error) {
        showError('certification.saveDraft', error);
        return false;
      } finally {
        setSaving(false);
      }
    },
  };
};

/** The form of a certification, step by step. @source R10.8 */
export const Wizard = ({ certification }: { certification: Certification }): JSX.Element => {
  const { reasons, submissionNo } = certification;
  const stored = certification.form ?? {};
  const [initial] = useState(() => fieldsOf(stored));
  const masks = masksOf(stored);
  const today = shanghaiTime(new Date(serverNow())).slice(0, 10);
  const [step, go] = useStep(reasons);
  const { saving, save } = useSaving();
  const agreements = useSite().agreements.filter(({ scene }) => scene === 'certification');
  const consents = useConsents(agreements);
  const readMarks = useReadMarks(agreements);
  const attempt = useAttemptKey();
  const form = useForm<CertificationField>({
    name: `certification-${submissionNo ?? 'first'}`,
    initial,
    secret: ['legalIdNo', 'agentIdNo', 'bankAccountNo'],
    hints: (fields) => wizardHints(fields, masks, today),
    places: { RHCE001: 'uscc' },
  });
  const { fields } = form;
  const field: WizardParts['field'] = (name) => {
    const { id, error } = form.field(name);
    const reason = reasons.find((each) => each.field === name)?.reason;
    const isAsBefore = fields[name] === initial[name];
    return { id, error: error ?? (reason !== undefined && isAsBefore ? `审核意见：${reason}` : undefined) };
  };
  const keep: WizardParts['keep'] = (changes) => {
    form.change(changes);
    void save({ ...fields, ...changes });
  };
  const parts = { form, field, masks, keep, today };

  const send = async (): Promise<void> => {
    const payload = { ...submissionOf(fields), agreements: [...consents.accepted] };
    await attempt(payload, submitCertification);
    form.clear();
    showToast('ok', '认证已提交，审核结果会通知您');
  };
  const onRefused = ({ errCode, fields: wrong }: CallError): void => {
    const first = errCode === 'RHCE001' ? 'uscc' : wrong.map(({ path }) => path).find(isCertificationField);
    if (first !== undefined) {
      go(certificationFields[first].step);
      form.focusWrong();
    }
    if (errCode !== 'RHAG001') return;
    consents.askAgain();
    void reloadAgreements().then(form.focusWrong);
  };
  const next = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving || !form.check(fieldsOfStep(step))) return;
    if (await save(fields)) go(step + 1);
  };
  /** What an earlier step still lacks comes before the submission. */
  const submit = (event: FormEvent): void => {
    const hints = wizardHints(fields, masks, today);
    const lacking = Object.keys(hints).find(isCertificationField);
    if (lacking !== undefined) go(certificationFields[lacking].step);
    form.submit(event, { isReady: consents.isComplete, send, onRefused });
  };
  const keepDraft = async (): Promise<void> => {
    if (await save(fields)) showToast('ok', '草稿已保存，可以随时回来继续');
  };
  return (
    <div className={css.wizard}>
      <Stepper label="认证步骤" steps={titles} current={step} />
      <ReasonsNotice reasons={reasons} onGo={go} />
      <Card title={titles[step]}>
        <div className={css.form}>
          <FormStack
            id={form.id}
            aria-label={titles[step]}
            onSubmit={(event) => (step === last ? submit(event) : void next(event))}
          >
            {step === 0 ? <CompanyStep {...parts} /> : null}
            {step === 1 ? <PersonStep {...parts} /> : null}
            {step === 2 ? <BankStep {...parts} /> : null}
            {step === last ? (
              <>
                <FormFacts
                  fields={fields}
                  masks={masks}
                  action={(place) => (
                    <Button size="small" variant="ghost" onClick={() => go(place)}>
                      修改{titles[place]}
                    </Button>
                  )}
                />
                <AgreementBoxes
                  legend="单独同意"
                  agreements={agreements}
                  ticked={consents.ticked}
                  errors={consents.errors}
                  onChange={consents.onChange}
                  read={readAgreement}
                  readToEnd={readMarks}
                />
              </>
            ) : null}
            <div className={css.buttons}>
              {step > 0 ? <Button onClick={() => go(step - 1)}>上一步</Button> : null}
              {step < last ? (
                <Button onClick={() => void keepDraft()} loading={saving}>
                  存草稿
                </Button>
              ) : null}
              <Button type="submit" variant="primary" loading={form.running || saving}>
                {step === last ? '提交认证' : '下一步'}
              </Button>
            </div>
          </FormStack>
        </div>
      </Card>
    </div>
  );
};
