import { isAccount, normaliseAccount } from '@ronghui/domain/staff';
import { Button, Drawer, FormField, FormStack, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { type JSX, useState } from 'react';
import { withProof } from '../step-up.ts';
import { OneTimePasswordNotice } from './one-time-password.tsx';
import { RoleBoxes, rolesOf } from './role-boxes.tsx';
import { createMember, type OneTimePassword } from './team-queries.ts';

/** Makes an account and shows its one-time password once. @source R6.1, security 4.10 */
export const CreateDrawer = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const [made, setMade] = useState<OneTimePassword & { readonly account: string }>();
  const attempt = useAttemptKey();
  const form = useForm({
    name: 'staff-create',
    initial: { account: '', name: '', roles: '' },
    hints: ({ account, name, roles }) => ({
      account: isAccount(normaliseAccount(account))
        ? undefined
        : '请用 3–32\u00a0位小写字母、数字、点、横线或下划线，字母开头',
      name: requiredHint(name, '姓名'),
      roles: roles === '' ? '请至少选择一个角色' : undefined,
    }),
    places: { RHST002: 'account' },
  });
  const { account, name } = form.fields;
  const roles = rolesOf(form.fields.roles);
  const send = async (): Promise<void> => {
    const created = await withProof('新建运营人员', (stepTicket) =>
      attempt({ account, name, roles, stepTicket }, createMember),
    );
    if (created === null) return;
    setMade({ account, ...created });
    form.clear();
  };
  if (made !== undefined) {
    return (
      <Drawer open title="运营人员已建立" onClose={onClose}>
        <OneTimePasswordNotice account={made.account} made={made} onClose={onClose} />
      </Drawer>
    );
  }
  return (
    <Drawer
      open
      title="新建运营人员"
      onClose={onClose}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          新建
        </Button>
      }
    >
      <FormStack id={form.id} aria-label="新建运营人员" onSubmit={(event) => form.submit(event, { send })}>
        <FormField
          label="账号"
          hint={'3–32\u00a0位小写字母、数字、点、横线或下划线'}
          required
          {...form.field('account')}
        >
          <TextInput {...form.control('account')} autoComplete="off" autoCapitalize="none" maxLength={64} />
        </FormField>
        <FormField label="姓名" required {...form.field('name')}>
          <TextInput {...form.control('name')} autoComplete="off" maxLength={60} />
        </FormField>
        <FormField label="角色" required {...form.field('roles')}>
          <RoleBoxes value={roles} onValueChange={(next) => form.change({ roles: next.join(' ') })} />
        </FormField>
      </FormStack>
    </Drawer>
  );
};
