import type { CallError } from '@ronghui/client';
import {
  type CertificationField,
  certificationFields,
  certificationSteps,
  isCertificationField,
} from '@ronghui/domain/certification-form';
import { shanghaiTime } from '@ronghui/domain/csv';
import { Button, Card, FormStack, Stepper, useOutcome } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { useForm } from '@ronghui/web/forms/form';
import { useQuestion } from '@ronghui/web/forms/question';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { wantsProof } from '@ronghui/web/session/step-up';
import { type FormEvent, type JSX, useEffect, useRef, useState } from 'react';
import { useAgreementBoxes } from '#features/agreement/agreement.shared.ts';
import { withProofIf } from '#features/safety/safety.shared.ts';
import { useSite } from '#kernel/start-up.ts';
import css from './certification.module.css';
import {
  type Certification,
  refreshCertification,
  reloadAgreements,
  saveDraft,
  submitCertification,
} from './certification-queries.ts';
import { ChangeNotice } from './change-notice.tsx';
import { ReasonsNotice } from './reasons-notice.tsx';
import { CompanyStep } from './step/company-step.tsx';
import { PersonStep } from './step/person-step.tsx';
import { SubmitQuestion } from './submit-question.tsx';
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

const BankStep = lazyPart(() => import('./step/bank-step.tsx'));
const ConfirmStep = lazyPart(() => import('./step/confirm-step.tsx'));

const titles = [...certificationSteps, '确认提交'];
const last = titles.length - 1;

/** The step in the address; without one, the first step that has to be corrected. */
const useStep = (reasons: Certification['reasons']): [number, (step: number) => void] => {
  const [search, setSearch] = useSearch();
  const requested = Number(search.get('step') ?? '');
  const wrong = reasons.map(({ field }) => certificationFields[field].step);
  const step =
    Number.isInteger(requested) && requested >= 1 && requested <= titles.length
      ? requested - 1
      : Math.min(last, ...wrong, ...(wrong.length === 0 ? [0] : []));
  return [step, (next) => setSearch({ step: String(next + 1) })];
};

const trySave = async (fields: Partial<WizardFields>): Promise<boolean> => {
  try {
    await saveDraft(draftOf(fields));
    return true;
  } catch (error) {
    showError('certification.saveDraft', error);
    return false;
  }
};

/** Saves the draft on the server: all fields at each step, and each document by itself; one save after the other. */
const useSaving = () => {
  useEffect(() => () => void refreshCertification(), []);
  const [waiting, setWaiting] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const save = (fields: Partial<WizardFields>): Promise<boolean> => {
    setWaiting((count) => count + 1);
    const saved = last.current.then(() => trySave(fields));
    last.current = saved.finally(() => setWaiting((count) => count - 1));
    return saved;
  };
  return { saving: waiting > 0, save };
};

/** Sends with the proof that a change needs. A call without an answer keeps it, so that the change can be sent again. @source decision 0019 */
const useChangeProof = (isCertified: boolean) => {
  const kept = useRef<string>(undefined);
  return {
    forget: (): void => {
      kept.current = undefined;
    },
    /** The reply; null when the user cancels. */
    send: <Reply,>(send: (stepTicket: string | undefined) => Promise<Reply>): Promise<Reply | null> =>
      withProofIf(kept.current === undefined ? isCertified : 'given', '提交认证变更', (stepTicket) => {
        kept.current = stepTicket ?? kept.current;
        return send(kept.current).catch((error: unknown) => {
          if (wantsProof(error)) kept.current = undefined;
          throw error;
        });
      }),
  };
};

/** The form of a certification, step by step. @source R10.8 */
export const Wizard = ({ certification }: { certification: Certification }): JSX.Element => {
  const { reasons, submissionNo, isCertified } = certification;
  const stored = certification.draft ?? certification.form ?? {};
  const [initial] = useState(() => fieldsOf(stored));
  const masks = masksOf(stored);
  const today = shanghaiTime(new Date(serverNow())).slice(0, 10);
  const [step, go] = useStep(reasons);
  // Before the form's own effects, which focus a wrong field of the step.
  const head = useOutcome(step);
  const { saving, save } = useSaving();
  const [, setSearch] = useSearch();
  const proof = useChangeProof(isCertified);
  const question = useQuestion();
  const agreements = useSite().agreements.filter(({ scene }) => scene === 'certification');
  const boxes = useAgreementBoxes(agreements);
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
    void save(changes);
    return true;
  };
  /** Clears the form and leaves the wizard. */
  const leave = (): void => {
    form.clear();
    setSearch({ change: null, step: null });
  };
  const parts = { form, field, masks, keep, today };

  const sendIn = async (): Promise<boolean> => {
    const submitted = await proof.send((stepTicket) =>
      attempt({ ...submissionOf(fields), stepTicket, agreements: [...boxes.accepted] }, submitCertification),
    );
    if (submitted === null) return false;
    leave();
    showToast('ok', '认证已提交，审核结果会通知您');
    return true;
  };
  const send = async (): Promise<void> => {
    await question.ask(sendIn);
  };
  const onRefused = ({ kind, errCode, fields: wrong }: CallError): void => {
    if (kind === 'reply') proof.forget();
    const first = errCode === 'RHCE001' ? 'uscc' : wrong.map(({ path }) => path).find(isCertificationField);
    if (first !== undefined) {
      go(certificationFields[first].step);
      form.focusWrong();
    }
    if (errCode !== 'RHAG001') return;
    boxes.askAgain();
    void reloadAgreements().then(form.focusWrong);
  };
  const next = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving || !form.check(fieldsOfStep(step))) return;
    if (await save(fields)) go(step + 1);
  };
  /** Goes to an earlier step with a missing field before it submits. */
  const submit = (event: FormEvent): void => {
    const hints = wizardHints(fields, masks, today);
    const lacking = Object.keys(hints).find(isCertificationField);
    if (lacking !== undefined) go(certificationFields[lacking].step);
    form.submit(event, { isReady: boxes.isComplete, send, onRefused });
  };
  const keepDraft = async (): Promise<void> => {
    if (await save(fields)) showToast('ok', '草稿已保存，可以随时回来继续');
  };
  return (
    <div ref={head} className={css.wizard}>
      {isCertified ? <ChangeNotice onAbandoned={leave} /> : null}
      <Stepper label="认证步骤" steps={titles} current={step} />
      <ReasonsNotice reasons={reasons} isChange={isCertified} onGo={go} />
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
              <ConfirmStep fields={fields} masks={masks} onGo={go} agreements={agreements} boxes={boxes} />
            ) : null}
            <div className={css.buttons}>
              <Button type="submit" variant="primary" loading={form.running || saving}>
                {step === last ? '提交认证' : '下一步'}
              </Button>
              {step > 0 ? <Button onClick={() => go(step - 1)}>上一步</Button> : null}
              {step < last ? (
                <Button onClick={() => void keepDraft()} loading={saving}>
                  存草稿
                </Button>
              ) : null}
            </div>
          </FormStack>
        </div>
      </Card>
      <SubmitQuestion question={question} isChange={isCertified} />
    </div>
  );
};
