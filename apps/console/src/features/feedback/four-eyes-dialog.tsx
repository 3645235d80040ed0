import { isLoosened } from '@ronghui/domain/feedback';
import { fenOfYuan, noFen, yuanText } from '@ronghui/domain/money';
import { Button, Callout, DateTime, Dialog, FormField, FormStack, SubmitActions, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { withProofIf } from '#features/staff/staff.shared.ts';
import { type FourEyes, setFourEyes } from './feedback-queries.ts';
import { AloneNote, ProposedLimit } from './four-eyes-proposed.tsx';

const typedOf = ({ aboveAmount }: FourEyes): string =>
  aboveAmount === 0 ? '' : yuanText(aboveAmount, { grouping: false });

/** Sets from which difference an answer needs a second member of staff. @source R11.6 */
export const FourEyesDialog = ({ setting, onClose }: { setting: FourEyes; onClose: () => void }): JSX.Element => {
  const attempt = useAttemptKey();
  // What a colleague sets meanwhile is shown, and not overwritten unseen.
  const [base, setBase] = useState(setting);
  const isStale = setting.revision !== base.revision;
  const form = useForm({
    name: 'feedback-fourEyes',
    initial: { aboveAmount: typedOf(setting) },
    hints: ({ aboveAmount }) => ({
      aboveAmount:
        aboveAmount.trim() === '' || fenOfYuan(aboveAmount) !== null ? undefined : '请填写金额，最多两位小数',
    }),
  });
  const send = async (): Promise<void> => {
    const typed = form.fields.aboveAmount.trim();
    const aboveAmount = typed === '' ? noFen : fenOfYuan(typed);
    if (aboveAmount === null) return;
    const isProposed = isLoosened(base.aboveAmount, aboveAmount);
    const set = await withProofIf(isProposed, '放宽复核设置', (stepTicket) =>
      attempt({ aboveAmount, revision: base.revision, stepTicket }, setFourEyes),
    );
    if (set === null) return;
    form.clear();
    showToast('ok', isProposed ? '已提出，等另一位同事复核' : '复核设置已保存');
    onClose();
  };
  const close = (): void => {
    form.clear();
    onClose();
  };
  return (
    <Dialog
      open
      title="复核设置"
      onClose={close}
      actions={
        <SubmitActions form={form} disabled={isStale} onCancel={close}>
          保存
        </SubmitActions>
      }
    >
      <ProposedLimit setting={setting} />
      <FormStack id={form.id} aria-label="复核设置" onSubmit={(event) => form.submit(event, { send })}>
        {isStale ? (
          <Callout tone="warn" role="alert">
            {setting.setBy} 刚刚改为 {typedOf(setting) === '' ? '不须复核' : `${typedOf(setting)} 元`}
            。您填写的还在。
            <Button size="small" onClick={() => setBase(setting)}>
              已知晓
            </Button>
          </Callout>
        ) : null}
        <FormField
          label="须复核的差额"
          hint="一次答复的改动，或自出账以来账单金额、明细累计的相差，超过这个金额或出账金额的一半时，须由另一位同事复核；留空或 0 为不须复核。核销账单差额超过这个金额的，也须复核"
          {...form.field('aboveAmount')}
        >
          <TextInput {...form.control('aboveAmount')} inputMode="decimal" autoComplete="off" prefix="¥" />
        </FormField>
        <p>收紧立即生效；放宽或不再复核，须由另一位同事复核后才生效。已在等待复核的答复仍须复核。修改会记入审计。</p>
        {setting.releasers < 2 ? <AloneNote /> : null}
        {setting.setAt === undefined ? null : (
          <p>
            上次由 {setting.setBy} 于 <DateTime value={setting.setAt} /> 设定。
          </p>
        )}
      </FormStack>
    </Dialog>
  );
};
