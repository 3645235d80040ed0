import { feedbackReasonLength } from '@ronghui/domain/feedback';
import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, FormField, FormStack, RadioGroup, TextArea, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { type Form, useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import {
  type AnswerFields,
  answerHints,
  answerOf,
  blankAnswer,
  lineAmountHint,
  newAmountOf,
  typedLines,
} from './answer-fields.ts';
import { AnswerPreview } from './answer-preview.tsx';
import { CaseChanged } from './case-changed.tsx';
import css from './feedback.module.css';
import { answerCase, type FeedbackCase, type Preview, previewAnswer, usePhrases } from './feedback-queries.ts';

interface AnswerFormProps {
  readonly found: FeedbackCase;
  readonly mayReject: boolean;
  readonly maySetAmount: boolean;
  readonly onRefresh: () => void;
}

type AnswerForm = Form<keyof AnswerFields>;

/** What was previewed, and for which answer: another answer is previewed again. */
interface Previewed {
  readonly payload: string;
  readonly preview: Preview;
}

const useAnswer = (found: FeedbackCase) => {
  const attempt = useAttemptKey();
  // What a colleague or the merchant adds meanwhile is shown before the answer is given to it.
  const [base, setBase] = useState(found);
  const [previewed, setPreviewed] = useState<Previewed>();
  const form: AnswerForm = useForm({
    name: `feedback-answer-${found.feedbackNo}`,
    initial: { ...blankAnswer },
    hints: (fields) => answerHints(found, fields),
  });
  const answer = answerOf(found, form.fields);
  const payload = JSON.stringify([answer, base.revision]);
  const preview = previewed?.payload === payload ? previewed.preview : undefined;
  const isStale = base.revision !== found.revision;
  const send = async (): Promise<void> => {
    if (answer === undefined) return;
    const { newAmount, lineAmounts, ...plain } = answer;
    const amounts = {
      ...(newAmount !== undefined && { newAmount }),
      ...(lineAmounts !== undefined && { lineAmounts }),
    };
    if (preview === undefined) {
      setPreviewed({ payload, preview: await previewAnswer({ ...plain, ...amounts }) });
      return;
    }
    const { status } = await attempt({ ...answer, reason: form.fields.reason, version: base.version }, answerCase);
    form.clear();
    showToast('ok', status === 'inProgress' ? '已提交，等另一位同事复核' : '已答复，商户会收到通知');
  };
  return { form, base, preview, isStale, send, acknowledge: () => setBase(found) };
};

/** Accepts, adjusts or rejects: first the effect is shown, then the answer is given or proposed. @source R4.9, R11.6 */
export const AnswerForm = ({ found, mayReject, maySetAmount, onRefresh }: AnswerFormProps): JSX.Element => {
  const { form, base, preview, isStale, send, acknowledge } = useAnswer(found);
  const { fields } = form;
  const isBlocked = isStale || preview?.obstacle !== undefined;
  return (
    <section className={css.panel} aria-label="答复">
      <h2 className={css.title}>答复</h2>
      <FormStack id={form.id} aria-label="答复" onSubmit={(event) => form.submit(event, { send })}>
        {isStale ? <CaseChanged base={base} found={found} onSeen={acknowledge} onRefresh={onRefresh} /> : null}
        <RadioGroup
          label="如何答复"
          value={fields.action}
          error={form.field('action').error}
          onValueChange={(action) => form.change({ action })}
          options={[
            {
              value: 'accept',
              label: `同意：按主张的 ${rmbText(found.claimedAmount)}`,
              disabled: !maySetAmount,
              hint: maySetAmount ? undefined : '须由财务办理',
            },
            {
              value: 'adjust',
              label: '调整为另一金额',
              disabled: !maySetAmount,
              hint: maySetAmount ? undefined : '须由财务办理',
            },
            { value: 'reject', label: '驳回：金额不变', disabled: !mayReject },
          ]}
        />
        {fields.action === 'adjust' ? <NewAmount found={found} form={form} /> : null}
        {fields.action === 'reject' ? <Phrases onChoose={(reason) => form.change({ reason })} /> : null}
        <FormField label="答复说明" required hint="商户会看到" {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={feedbackReasonLength} />
        </FormField>
        {preview === undefined ? null : <AnswerPreview preview={preview} />}
        <div className={css.actions}>
          <Button type="submit" variant="primary" loading={form.running} disabled={isBlocked}>
            {preview === undefined ? '预览影响' : preview.needsRelease ? '提交复核' : '确认答复'}
          </Button>
        </div>
      </FormStack>
    </section>
  );
};

const Phrases = ({ onChoose }: { onChoose: (phrase: string) => void }): JSX.Element | null => {
  const phrases = usePhrases(true);
  if (phrases.length === 0) return null;
  return (
    <div className={css.actions} role="group" aria-label="常用说明">
      {phrases.map((phrase) => (
        <Button key={phrase} size="small" className={css.phrase} onClick={() => onChoose(phrase)}>
          {phrase}
        </Button>
      ))}
    </div>
  );
};

const NewAmount = ({ found, form }: { found: FeedbackCase; form: AnswerForm }): JSX.Element => {
  if (found.lineIds.length === 0) {
    return (
      <FormField label="调整后的账单金额" required {...form.field('newAmount')}>
        <TextInput {...form.control('newAmount')} inputMode="decimal" autoComplete="off" prefix="¥" />
      </FormField>
    );
  }
  const typed = typedLines(form.fields);
  const sum = newAmountOf(found, form.fields);
  const { error } = form.field('lineAmounts');
  // Which lines lack an amount stands at each of them; what the server says of all, below.
  const hintOf = (lineId: string) => (error === undefined ? undefined : lineAmountHint(typed[lineId]));
  const isOfAll = error !== undefined && found.lineIds.every((lineId) => hintOf(lineId) === undefined);
  return (
    <div className={css.stack} role="group" aria-label="每条明细调整后的金额">
      {found.explainedLines.map(({ lineId, loanNo, standingAmount }) => (
        <FormField key={lineId} label={`${loanNo}，现为 ${rmbText(standingAmount)}`} error={hintOf(lineId)}>
          <TextInput
            value={typed[lineId] ?? ''}
            inputMode="decimal"
            autoComplete="off"
            prefix="¥"
            onValueChange={(amount) => form.change({ lineAmounts: JSON.stringify({ ...typed, [lineId]: amount }) })}
          />
        </FormField>
      ))}
      <p aria-live="polite">
        调整后合计 <Amount text={sum === undefined ? null : rmbText(sum)} />
      </p>
      {isOfAll ? (
        <p id={form.field('lineAmounts').id} className={css.wrong} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
};
