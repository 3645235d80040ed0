import { standardSpans } from '@ronghui/domain/stage';
import { DateField, FormField, FormStack, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { type Form, useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { ConflictNotice, useBase } from '../conflict.tsx';
import { type Stage, saveStage } from './dimension-queries.ts';

type Name = 'name' | 'opensOn' | 'issuesOn' | 'confirmDays' | 'payDays';
const labels: Readonly<Record<Name, string>> = {
  name: '账期名称',
  opensOn: '开始日',
  issuesOn: '出账日',
  confirmDays: '确认期限',
  payDays: '付款期限',
};

const daysHint = (typed: string, label: string, [least, most]: readonly [number, number]): string | undefined => {
  const days = Number(typed);
  return /^\d{1,3}$/.test(typed) && days >= least && days <= most ? undefined : `${label}应为 ${least} 至 ${most}`;
};

const textsOf = (stage: Stage | undefined): Readonly<Record<Name, string>> => ({
  name: stage?.name ?? '',
  opensOn: stage?.opensOn ?? '',
  issuesOn: stage?.issuesOn ?? '',
  confirmDays: String(stage?.confirmDays ?? standardSpans.confirmDays),
  payDays: String(stage?.payDays ?? standardSpans.payDays),
});

/** The form of a stage, its button aside. */
export interface StageFormState {
  readonly form: Form<Name>;
  readonly body: JSX.Element;
}

interface StageFormProps {
  /** The stage as it is stored now; none to make one. */
  readonly stage: Stage | undefined;
  readonly onSaved: () => void;
  /** Begins anew with what is stored. */
  readonly onTakeTheirs: () => void;
}

/** Makes or changes a stage; what a colleague has saved meanwhile is shown before it is replaced. @source R11.6 */
export const useStageForm = ({ stage, onSaved, onTakeTheirs }: StageFormProps): StageFormState => {
  const { base, isStale, keepOwnChange } = useBase(stage);
  const attempt = useAttemptKey();
  const form = useForm({
    name: base === undefined ? 'stage' : `stage-${base.stageId}-${base.version}`,
    initial: textsOf(base),
    hints: ({ name, opensOn, issuesOn, confirmDays, payDays }) => ({
      name: requiredHint(name, labels.name),
      opensOn: requiredHint(opensOn, labels.opensOn),
      issuesOn: requiredHint(issuesOn, labels.issuesOn),
      confirmDays: daysHint(confirmDays, labels.confirmDays, [1, 60]),
      payDays: daysHint(payDays, labels.payDays, [0, 365]),
    }),
  });
  const send = async (): Promise<void> => {
    const { name, opensOn, issuesOn, confirmDays, payDays } = form.fields;
    const spans = { confirmDays: Number(confirmDays), payDays: Number(payDays) };
    const of = { stageId: base?.stageId, version: base?.version };
    await attempt({ ...of, name: name.trim(), opensOn, issuesOn, ...spans }, saveStage);
    form.clear();
    showToast('ok', base === undefined ? '账期已建立，可以导入明细' : '账期已保存');
    onSaved();
  };
  const stored = textsOf(stage);
  const body = (
    <FormStack id={form.id} aria-label="账期" onSubmit={(event) => form.submit(event, { send })}>
      {isStale ? (
        <ConflictNotice
          last={stage?.last}
          seen={base?.last}
          differences={Object.entries(labels).map(([name, label]) => ({
            label,
            mine: form.fields[name as Name],
            theirs: stored[name as Name],
          }))}
          onKeepMine={keepOwnChange}
          onTakeTheirs={() => {
            form.clear();
            onTakeTheirs();
          }}
        />
      ) : null}
      <FormField label={labels.name} hint="商户在账单上看到的名称，例如 2026-11" required {...form.field('name')}>
        <TextInput {...form.control('name')} autoComplete="off" maxLength={60} />
      </FormField>
      <FormField label={labels.opensOn} required {...form.field('opensOn')}>
        <DateField {...form.control('opensOn')} panelTitle="选择开始日" />
      </FormField>
      <FormField label={labels.issuesOn} hint="计划出账的日子，须晚于开始日" required {...form.field('issuesOn')}>
        <DateField {...form.control('issuesOn')} panelTitle="选择出账日" />
      </FormField>
      <FormField label={labels.confirmDays} hint="出账后商户确认的时间" required {...form.field('confirmDays')}>
        <TextInput {...form.control('confirmDays')} inputMode="numeric" maxLength={2} suffix="个工作日" />
      </FormField>
      <FormField label={labels.payDays} hint="确认后付款的时间" required {...form.field('payDays')}>
        <TextInput {...form.control('payDays')} inputMode="numeric" maxLength={3} suffix="天" />
      </FormField>
    </FormStack>
  );
  return { form, body };
};
