import type { CallError } from '@ronghui/client';
import { AgreementBoxes, Button, Dialog, FormStack } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { href } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { signOut } from '#features/account/account.shared.ts';
import { paths } from '#kernel/paths.ts';
import { type Agreement, readAgreement, useAgreementBoxes } from './agreement-boxes.ts';
import { acceptAgreements } from './agreement-queries.ts';

interface ChangedAgreementsProps {
  /** The changed agreements in their present versions. */
  readonly agreements: readonly Agreement[];
  /** Called when the user leaves the optional agreements unticked. */
  readonly onDeclined: () => void;
}

/**
 * Asks the user to accept changed agreements of registration: one unticked box for each, with a link to its text. A user who declines
 * a required one logs out; an optional one may be left.
 *
 * @source R10.6, 个人信息保护法 14
 */
export const ChangedAgreements = ({ agreements, onDeclined }: ChangedAgreementsProps): JSX.Element => {
  const mustAnswer = agreements.some(({ required }) => required);
  const boxes = useAgreementBoxes(agreements);
  const attempt = useAttemptKey();
  const form = useForm({ name: 'agreement-accept', initial: {}, hints: () => ({}) });
  const send = async (): Promise<void> => {
    const accepted = [...boxes.accepted];
    if (accepted.length > 0) {
      await attempt({ agreements: accepted }, acceptAgreements);
      showToast('ok', '已记录您的同意');
    }
    if (accepted.length < agreements.length) onDeclined();
  };
  const onRefused = ({ errCode }: CallError): void => {
    if (errCode === 'RHAG001') boxes.askAgain();
  };
  return (
    <Dialog
      open
      size="medium"
      mustAnswer={mustAnswer}
      closeOnBackdrop={false}
      onClose={onDeclined}
      title="协议已更新，请重新阅读"
      actions={
        <>
          {mustAnswer ? (
            <Button onClick={() => void signOut()}>不同意，退出登录</Button>
          ) : (
            <Button onClick={onDeclined}>暂不同意</Button>
          )}
          <Button type="submit" form={form.id} variant="primary" loading={form.running}>
            {mustAnswer ? '同意并继续' : '提交'}
          </Button>
        </>
      }
    >
      <FormStack
        id={form.id}
        aria-label="更新的协议"
        onSubmit={(event) => form.submit(event, { isReady: boxes.isComplete, send, onRefused })}
      >
        <p>自您上次同意以来，下列文本有了新的版本。请点开阅读，再逐项选择。</p>
        <AgreementBoxes
          legend="更新的协议"
          agreements={agreements}
          ticked={boxes.ticked}
          errors={boxes.errors}
          onChange={boxes.onChange}
          read={readAgreement}
        />
        {mustAnswer ? (
          <p>
            不同意的，可以退出登录；也可以先到<a href={href(paths.safety())}>安全设置</a>导出个人信息或注销账号。
          </p>
        ) : null}
      </FormStack>
    </Dialog>
  );
};
