import { type Assignment, assignmentNames, assignments } from '@ronghui/domain/chat/duty';
import { clockOf, minuteOfClock, type ServiceHours } from '@ronghui/domain/chat/hours';
import { Dialog, FormField, FormStack, Select, SubmitActions, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { type ServiceSettings, setSettings } from './chat-queries.ts';

interface SettingsDialogProps {
  readonly setting: ServiceSettings;
  readonly onClose: () => void;
}

const dayOptions = [
  { value: 'always', label: '全天，每天' },
  { value: 'working', label: '工作日的部分时间' },
  { value: 'every', label: '每天的部分时间' },
];

const assignmentOptions = assignments.map((value) => ({ value, label: assignmentNames[value] }));

type Fields = Readonly<Record<'days' | 'opens' | 'closes' | 'promised' | 'assignment' | 'most', string>>;

const initialOf = ({ hours, promisedSec, assignment, maxPerAgent }: ServiceSettings): Fields => ({
  days: hours?.days ?? 'always',
  opens: clockOf(hours?.opensMinute ?? 540),
  closes: clockOf(hours?.closesMinute ?? 1080),
  promised: String(promisedSec),
  assignment,
  most: String(maxPerAgent),
});

const timeHint = '请按 09:00 的样子填写';

/** The hours that are typed; a hint for each field that is wrong. */
const readHours = ({ days, opens, closes }: Fields) => {
  if (days === 'always') return { hours: null, hints: {} };
  const [opensMinute, closesMinute] = [minuteOfClock(opens), minuteOfClock(closes)];
  const hints = {
    opens: opensMinute === null || opensMinute === 1440 ? timeHint : undefined,
    closes:
      closesMinute === null ? timeHint : closesMinute <= (opensMinute ?? 0) ? '下班时间须晚于上班时间' : undefined,
  };
  const hours: ServiceHours = {
    days: days === 'working' ? 'working' : 'every',
    opensMinute: opensMinute ?? 0,
    closesMinute: closesMinute ?? 0,
  };
  return { hours, hints };
};

const isPromise = (typed: string): boolean =>
  /^\d{2,4}$/.test(typed.trim()) && Number(typed) >= 30 && Number(typed) <= 3600;

const isMost = (typed: string): boolean => /^\d{1,2}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= 50;

/** When persons of customer service are there, and how receptions are given to them. @source service 3.4, service 5.3 */
export const SettingsDialog = ({ setting, onClose }: SettingsDialogProps): JSX.Element => {
  const attempt = useAttemptKey();
  // What a colleague sets meanwhile is not overwritten unseen.
  const [revision] = useState(setting.revision);
  const form = useForm({
    name: 'chat-settings',
    initial: initialOf(setting),
    hints: (fields) => ({
      ...readHours(fields).hints,
      most:
        fields.assignment === 'hand' || isMost(fields.most) ? undefined : '请填写\u00a01\u00a0到\u00a050\u00a0之间的数',
      promised: isPromise(fields.promised) ? undefined : '请填写\u00a030\u00a0到\u00a03600\u00a0之间的秒数',
    }),
  });
  const send = async (): Promise<void> => {
    const { hours } = readHours(form.fields);
    const promisedSec = Number(form.fields.promised);
    const assignment: Assignment = form.fields.assignment === 'turn' ? 'turn' : 'hand';
    // A number that is not asked for stays as it was.
    const maxPerAgent = assignment === 'turn' ? Number(form.fields.most) : setting.maxPerAgent;
    await attempt({ hours, promisedSec, assignment, maxPerAgent, revision }, setSettings);
    form.clear();
    onClose();
    showToast('ok', '服务时间已保存');
  };
  return (
    <Dialog
      open
      title="客服的服务时间"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          保存
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="客服的服务时间" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="服务时间" hint="以外的时间，智能客服请客户留言" {...form.field('days')}>
          <Select options={dayOptions} {...form.control('days')} />
        </FormField>
        {form.fields.days !== 'always' && (
          <>
            <FormField label="从" {...form.field('opens')}>
              <TextInput {...form.control('opens')} maxLength={5} />
            </FormField>
            <FormField label="到" hint="24:00 是一天的结束" {...form.field('closes')}>
              <TextInput {...form.control('closes')} maxLength={5} />
            </FormField>
          </>
        )}
        <FormField label="承诺接待的秒数" hint="过了还没有人接待，智能客服请客户留言" {...form.field('promised')}>
          <TextInput {...form.control('promised')} inputMode="numeric" maxLength={4} />
        </FormField>
        <FormField label="接待的分配" {...form.field('assignment')}>
          <Select options={assignmentOptions} {...form.control('assignment')} />
        </FormField>
        {form.fields.assignment === 'turn' && (
          <FormField label="每位客服同时接待" hint="满了就排队；自己接待不受此限" {...form.field('most')}>
            <TextInput {...form.control('most')} inputMode="numeric" maxLength={2} />
          </FormField>
        )}
      </FormStack>
    </Dialog>
  );
};
