import { Button, Drawer, FormField, FormStack, type TakenStep, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { requiredHint } from '@ronghui/web/forms/hints';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { ConflictNotice, useBase } from '../conflict.tsx';
import { NameSelect } from '../name-select.tsx';

/** A name that is kept with its version. */
export interface Kept {
  readonly name: string;
  readonly version: number;
  /** Who saved it last. */
  readonly last?: TakenStep;
}

interface NameFormProps {
  /** 机构, 项目. */
  readonly what: string;
  /** The beginning of the draft's name. */
  readonly draft: string;
  /** The record as it is stored now; none to make one. */
  readonly kept: Kept | undefined;
  /** Asks whose it is, where it is made for a merchant. */
  readonly asksTenant?: boolean;
  readonly save: (given: { name: string; tenantId: string; version: number | undefined }) => Promise<unknown>;
  readonly onClose: () => void;
  readonly onTakeTheirs: () => void;
}

/** Makes or renames something that has a name alone; what a colleague has saved meanwhile is shown before it is replaced. @source R11.6 */
export const NameForm = (props: NameFormProps): JSX.Element => {
  const { what, draft, kept, asksTenant = false, save, onClose, onTakeTheirs } = props;
  const { base, isStale, keepOwnChange } = useBase(kept);
  const title = `${what}名称`;
  const form = useForm({
    name: `${draft}-${base?.version ?? 'new'}`,
    initial: { name: base?.name ?? '', tenantId: '' },
    hints: ({ name, tenantId }) => ({
      name: requiredHint(name, title),
      tenantId: asksTenant && tenantId === '' ? '请选择商户' : undefined,
    }),
  });
  const send = async (): Promise<void> => {
    const { name, tenantId } = form.fields;
    await save({ name: name.trim(), tenantId, version: base?.version });
    form.clear();
    showToast('ok', base === undefined ? `${what}已建立` : `${what}已保存`);
    onClose();
  };
  return (
    <Drawer
      open
      title={base === undefined ? `新建${what}` : what}
      onClose={onClose}
      actions={
        <Button type="submit" form={form.id} variant="primary" loading={form.running}>
          {base === undefined ? '新建' : '保存'}
        </Button>
      }
    >
      <FormStack id={form.id} aria-label={what} onSubmit={(event) => form.submit(event, { send })}>
        {isStale ? (
          <ConflictNotice
            last={kept?.last}
            seen={base?.last}
            differences={[{ label: title, mine: form.fields.name, theirs: kept?.name ?? '' }]}
            onKeepMine={keepOwnChange}
            onTakeTheirs={() => {
              form.clear();
              onTakeTheirs();
            }}
          />
        ) : null}
        {asksTenant ? (
          <FormField label="商户" required {...form.field('tenantId')}>
            <NameSelect kind="tenant" placeholder="请选择商户" {...form.control('tenantId')} />
          </FormField>
        ) : null}
        <FormField label={title} hint="已出账的账单保留出账时的名称" required {...form.field('name')}>
          <TextInput {...form.control('name')} autoComplete="off" maxLength={60} />
        </FormField>
      </FormStack>
    </Drawer>
  );
};
