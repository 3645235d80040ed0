import { isMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';
import { smsSceneNames, smsScenes } from '@ronghui/domain/sender/sms';
import { Dialog, FormField, FormStack, Select, SubmitActions, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { withProof } from '#features/staff/staff.shared.ts';
import { sendTest } from './sender-queries.ts';

const options = smsScenes.map((scene) => ({ value: scene, label: smsSceneNames[scene] }));

/** Sends a message to one's own number, through the providers in their order. @source running 2.5 */
export const TestDialog = ({ onClose }: { readonly onClose: () => void }): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: 'sender-test',
    initial: { mobile: '', scene: 'login' },
    hints: ({ mobile }) => ({ mobile: isMobile(normaliseMobile(mobile)) ? undefined : '请输入正确的手机号' }),
  });
  const send = async (): Promise<void> => {
    const { mobile, scene: chosen } = form.fields;
    const scene = smsScenes.find((each) => each === chosen) ?? 'login';
    const sent = await withProof('发送测试短信', (stepTicket) => attempt({ mobile, scene, stepTicket }, sendTest));
    if (sent === null) return;
    form.clear();
    showToast('ok', `测试短信已提交，发往 ${sent.mobileMasked}`);
    onClose();
  };
  const close = (): void => {
    form.clear();
    onClose();
  };
  return (
    <Dialog
      open
      title="发送测试短信"
      onClose={close}
      actions={
        <SubmitActions form={form} onCancel={close}>
          发送
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="发送测试短信" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="本人手机号" hint="计入这个号码的短信限额；其中的验证码不能用来登录" {...form.field('mobile')}>
          <TextInput {...form.control('mobile')} inputMode="tel" autoComplete="off" />
        </FormField>
        <FormField label="场景" {...form.field('scene')}>
          <Select {...form.control('scene')} options={options} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
