import {
  hundredthFenOf,
  type SmsScene,
  scenesWithoutTemplate,
  smsProviderNames,
  smsSceneNames,
  smsScenes,
  unitPriceText,
} from '@ronghui/domain/sender/sms';
import { Callout, Dialog, FormField, FormStack, SubmitActions, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { withProof } from '#features/staff/staff.shared.ts';
import { type Setting, saveSetting } from './sender-queries.ts';

type Name = SmsScene | 'signName' | 'region' | 'hundredthFen';

const initialOf = ({ signName, region, hundredthFen, templates }: Setting): Record<Name, string> => {
  const entered = Object.fromEntries(templates.map(({ scene, template }) => [scene, template]));
  return {
    // Every scene has a field, so the object has every name.
    ...(Object.fromEntries(smsScenes.map((scene) => [scene, entered[scene] ?? ''])) as Record<SmsScene, string>),
    signName,
    region,
    hundredthFen: unitPriceText(hundredthFen),
  };
};

interface SettingDialogProps {
  readonly setting: Setting;
  readonly onClose: () => void;
}

/** Sign, region, templates and price of a provider; a scene without a template is not saved. @source running 2.2 */
export const SettingDialog = ({ setting, onClose }: SettingDialogProps): JSX.Element => {
  const { provider } = setting;
  const isCarrier = provider !== 'http';
  const attempt = useAttemptKey();
  const [{ revision }] = useState(setting);
  const form = useForm({
    // A draft of what somebody else has changed since is not for the new state.
    name: `sender-${provider}-${revision}`,
    initial: initialOf(setting),
    hints: (fields) => ({
      ...Object.fromEntries(scenesWithoutTemplate(provider, fields).map((scene) => [scene, '请填写这个场景的模板'])),
      signName: isCarrier && fields.signName.trim() === '' ? '请填写短信签名' : undefined,
      hundredthFen: hundredthFenOf(fields.hundredthFen) === null ? '请填写每条的价格，最多四位小数' : undefined,
    }),
  });
  const send = async (): Promise<void> => {
    const { signName, region, hundredthFen: typed, ...entered } = form.fields;
    const hundredthFen = hundredthFenOf(typed);
    if (hundredthFen === null) return;
    const templates = isCarrier ? smsScenes.map((scene) => ({ scene, template: entered[scene] })) : [];
    const saved = await withProof('修改短信通道', (stepTicket) =>
      attempt({ provider, signName, region, templates, hundredthFen, revision, stepTicket }, saveSetting),
    );
    if (saved === null) return;
    form.clear();
    showToast('ok', '短信通道已保存');
    onClose();
  };
  const close = (): void => {
    form.clear();
    onClose();
  };
  return (
    <Dialog
      open
      size="medium"
      title={`${smsProviderNames[provider]}的设置`}
      onClose={close}
      actions={
        <SubmitActions form={form} disabled={revision !== setting.revision} onCancel={close}>
          保存
        </SubmitActions>
      }
    >
      <FormStack
        id={form.id}
        aria-label={`${smsProviderNames[provider]}的设置`}
        onSubmit={(event) => form.submit(event, { send })}
      >
        {revision === setting.revision ? null : (
          <Callout tone="warn" role="alert">
            同事刚刚保存了这个通道的设置。请关闭后重新打开，再修改。
          </Callout>
        )}
        {isCarrier ? (
          <>
            <FormField label="短信签名" hint="已通过审核的签名，不带括号" {...form.field('signName')}>
              <TextInput {...form.control('signName')} maxLength={40} autoComplete="off" />
            </FormField>
            {provider === 'tencent' ? (
              <FormField label="地域" hint="留空为 ap-guangzhou" {...form.field('region')}>
                <TextInput {...form.control('region')} maxLength={40} autoComplete="off" />
              </FormField>
            ) : null}
          </>
        ) : null}
        <FormField label="每条价格" hint="用于费用统计，最多四位小数" {...form.field('hundredthFen')}>
          <TextInput {...form.control('hundredthFen')} inputMode="decimal" autoComplete="off" prefix="¥" />
        </FormField>
        {isCarrier
          ? smsScenes.map((scene) => (
              <FormField key={scene} label={smsSceneNames[scene]} {...form.field(scene)}>
                <TextInput {...form.control(scene)} maxLength={64} autoComplete="off" placeholder="模板编号" />
              </FormField>
            ))
          : null}
      </FormStack>
    </Dialog>
  );
};
