import { Button, Dialog, FormField, FormStack, PasswordInput } from '@ronghui/ui';
import { type JSX, useEffect } from 'react';
import { call } from '#kernel/call.ts';
import { useForm } from '#kernel/form.ts';
import { requiredHint } from '#kernel/hints.ts';
import { href, paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { type ProofAsked, stepUpStore } from '#kernel/step-up.ts';

/** Asks for the password again before a dangerous step; nothing while none waits. @source R10.9 */
export const StepUpDialog = (): JSX.Element | null => {
  const asked = stepUpStore.use();
  return asked === null ? null : <Question key={asked.step} asked={asked} />;
};

const Question = ({ asked: { step, settle } }: { asked: ProofAsked }): JSX.Element => {
  const user = useUser();
  // Whoever leaves the page has given up.
  useEffect(() => () => settle(null), [settle]);
  const form = useForm({
    name: 'step-up',
    initial: { pwd: '' },
    secret: ['pwd'],
    hints: ({ pwd }) => ({ pwd: requiredHint(pwd, '登录密码') }),
    places: { OPS01006: 'pwd', OPS10003: 'pwd', OPS100011: 'pwd', OPS100021: 'pwd' },
  });
  const send = async (): Promise<void> => {
    const { stepTicket } = await call('user.verifyCode', { scene: 'stepUp', pwd: form.fields.pwd });
    settle(stepTicket);
  };
  return (
    <Dialog
      open
      onClose={() => settle(null)}
      title="验证身份"
      closeOnBackdrop={false}
      actions={
        <>
          <Button onClick={() => settle(null)}>取消</Button>
          <Button type="submit" form={form.id} variant="primary" loading={form.running}>
            确认
          </Button>
        </>
      }
    >
      <FormStack id={form.id} aria-label="验证身份" onSubmit={(event) => form.submit(event, { send })}>
        <p>
          为保障账号安全，{step}前请输入 {user?.mobileMasked} 的登录密码。
        </p>
        <FormField label="登录密码" {...form.field('pwd')} aside={<a href={href(paths.findPassword())}>忘记密码</a>}>
          <PasswordInput {...form.control('pwd')} autoComplete="current-password" autoFocus />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
