import type { CallError } from '@ronghui/client';
import { AgreementBoxes, Button, Dialog, FormStack } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { href } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { signOut } from '#features/account/account.shared.ts';
import { paths } from '#kernel/paths.ts';
import { acceptAgreements } from './agreement-queries.ts';
import { type Agreement, readAgreement, useConsents } from './consents.ts';

interface ChangedTextsProps {
  /** The texts in their present versions. */
  readonly texts: readonly Agreement[];
  /** What is of free choice was left as it is. */
  readonly onDeclined: () => void;
}

/**
 * A text of registration that changed asks again: each in a box of its own, none ticked beforehand, its text a press away. Who does not
 * agree logs off; what is of free choice may be left.
 *
 * @source R10.6, 个人信息保护法 14
 */
export const ChangedTexts = ({ texts, onDeclined }: ChangedTextsProps): JSX.Element => {
  const mustAnswer = texts.some(({ required }) => required);
  const consents = useConsents(texts);
  const attempt = useAttemptKey();
  const form = useForm({ name: 'agreement-accept', initial: {}, hints: () => ({}) });
  const send = async (): Promise<void> => {
    const agreements = [...consents.accepted];
    if (agreements.length > 0) {
      await attempt({ agreements }, acceptAgreements);
      showToast('ok', '已记录您的同意');
    }
    if (agreements.length < texts.length) onDeclined();
  };
  const onRefused = ({ errCode }: CallError): void => {
    if (errCode === 'RHAG001') consents.askAgain();
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
        onSubmit={(event) => form.submit(event, { isReady: consents.isComplete, send, onRefused })}
      >
        <p>自您上次同意以来，下列文本有了新的版本。请点开阅读，再逐项选择。</p>
        <AgreementBoxes
          legend="更新的协议"
          agreements={texts}
          ticked={consents.ticked}
          errors={consents.errors}
          onChange={consents.onChange}
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
