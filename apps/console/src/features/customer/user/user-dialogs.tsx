import { Callout, ChangedNote, Dialog, FormField, FormStack, SubmitActions, TextArea, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { mobileHint, requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { withProof } from '#features/staff/staff.shared.ts';
import { type AccountDetail, changeMobile, type PlainStep, resetTotp, takePlainStep } from './user-queries.ts';

interface StepPlan {
  readonly name: string;
  readonly effect: string;
  readonly done: string;
}

const plainPlans: Readonly<Record<PlainStep, StepPlan>> = {
  lock: {
    name: '锁定',
    effect: '登录中的设备立即退出，解除之前不能再登录；本人下次登录后会看到原因。',
    done: '账号已锁定',
  },
  unlock: { name: '解除锁定', effect: '平台的锁定与输错次数过多的锁定一并解除。', done: '已解除锁定' },
  endSessions: { name: '结束全部登录', effect: '所有设备立即退出，账号仍可登录。', done: '全部登录已结束' },
};

interface DialogProps<Step> {
  readonly account: AccountDetail;
  readonly step: Step;
  readonly onClose: () => void;
}

/** Says what a step will do, takes its reason and a fresh proof, and takes it. */
export const ReasonDialog = ({ account, step, onClose }: DialogProps<PlainStep>): JSX.Element => {
  const { userId, version, mobileMasked } = account;
  const { name, effect, done } = plainPlans[step];
  const attempt = useAttemptKey();
  const form = useForm({
    name: `user-${step}-${userId}`,
    initial: { reason: '' },
    hints: ({ reason }) => ({ reason: requiredHint(reason, '原因') }),
  });
  const send = async (): Promise<void> => {
    const taken = await withProof(`${name}用户`, (stepTicket) =>
      attempt(
        { userId, version, reason: form.fields.reason, stepTicket },
        (input: Parameters<typeof takePlainStep>[1]) => takePlainStep(step, input),
      ),
    );
    if (taken === null) return;
    form.clear();
    onClose();
    const isWaiting = 'awaitsSecond' in taken && taken.awaitsSecond === true;
    showToast('ok', isWaiting ? '已登记，等另一位同事核实后登记同一号码' : done);
  };
  return (
    <Dialog
      open
      title={`${name} ${mobileMasked}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} variant={step === 'lock' ? 'danger' : 'primary'} onCancel={onClose}>
          {name}
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label={name} onSubmit={(event) => form.submit(event, { send })}>
        <ChangedNote version={version} last={account.last} />
        <p>{effect}</p>
        <FormField label="原因" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={200} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};

/** The steps for which the desk makes sure of the person first. */
export type IdentityStep = 'resetTotp' | 'changeMobile';

const identityPlans: Readonly<Record<IdentityStep, StepPlan>> = {
  resetTotp: {
    name: '关闭动态口令',
    effect: '动态口令与恢复码作废，所有设备退出；本人会收到通知，登录后可以重新开启。',
    done: '动态口令已关闭',
  },
  changeMobile: {
    name: '更换手机号',
    effect:
      '以后用新手机号登录，所有设备退出；原号与新号都会收到短信，本人会收到通知。可以确认账单的用户，须由两位同事各自核实本人、登记同一号码后才更换。',
    done: '手机号已更换',
  },
};

/** Takes a step for a person of whom the desk has made sure: how, why, and with a fresh proof of who takes it. */
export const IdentityDialog = ({ account, step, onClose }: DialogProps<IdentityStep>): JSX.Element => {
  const { userId, version, mobileMasked } = account;
  const { name, effect, done } = identityPlans[step];
  const isMobile = step === 'changeMobile';
  const attempt = useAttemptKey();
  const form = useForm({
    name: `user-${step}-${userId}`,
    initial: { mobile: '', proofSeen: '', reason: '' },
    secret: ['mobile'],
    hints: ({ mobile, proofSeen, reason }) => ({
      mobile: isMobile ? mobileHint(mobile) : undefined,
      proofSeen: requiredHint(proofSeen, '核实本人的方式'),
      reason: requiredHint(reason, '原因'),
    }),
  });
  const send = async (): Promise<void> => {
    const { mobile, proofSeen, reason } = form.fields;
    const taken = await withProof(name, (stepTicket) => {
      const asked = { userId, version, reason, proofSeen, stepTicket };
      return isMobile ? attempt({ ...asked, mobile }, changeMobile) : attempt(asked, resetTotp);
    });
    if (taken === null) return;
    form.clear();
    onClose();
    showToast('ok', done);
  };
  return (
    <Dialog
      open
      title={`${name} ${mobileMasked}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          {name}
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label={name} onSubmit={(event) => form.submit(event, { send })}>
        <ChangedNote version={version} last={account.last} />
        <Callout tone="warn">请先用别的方式确认是本人：回拨登记的电话、视频核对证件，或当面办理。</Callout>
        <p>{effect}</p>
        {isMobile ? (
          <FormField label="新手机号" required {...form.field('mobile')}>
            <TextInput {...form.control('mobile')} type="tel" inputMode="tel" autoComplete="off" maxLength={20} />
          </FormField>
        ) : null}
        <FormField
          label="核实本人的方式"
          hint="看到了什么、由谁确认；不要抄录证件号码。"
          required
          {...form.field('proofSeen')}
        >
          <TextArea {...form.control('proofSeen')} maxLength={200} />
        </FormField>
        <FormField label="原因" hint="本人会在通知里看到。" required {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={200} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
