import { CallError } from '@ronghui/client';
import { lastDayBefore } from '@ronghui/domain/calendar';
import { industries } from '@ronghui/domain/company/industry';
import { Button, Checkbox, FormField, FormStack, Select, TextInput } from '@ronghui/ui';
import { useForm } from '@ronghui/web/forms/form';
import { useLeaveGuard } from '@ronghui/web/navigation/leave-guard';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { withProofIf } from '#features/safety/safety.shared.ts';
import { useIsOnlyApprover } from './approver-queries.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { LogoField } from './logo-field.tsx';
import { NoApproverNotice } from './no-approver-notice.tsx';
import {
  type Conflict,
  changesOf,
  conflictsOfDraft,
  fieldLabels,
  fieldsOf,
  mergeFields,
  type RecordField,
  recordFields,
  recordHints,
} from './record-fields.ts';
import css from './record-form.module.css';
import { fetchTenantInfo } from './tenant-info.ts';
import { updateTenant, useDivisions } from './tenant-queries.ts';
import type { TenantRecord } from './tenant-record-queries.ts';

/**
 * The form of the record's editable fields. When another member saved first, the user sees both values of each conflict and decides;
 * nothing is overwritten silently.
 *
 * @source R10.7
 */
export const RecordForm = ({ record, onSaved }: { record: TenantRecord; onSaved: () => void }): JSX.Element => {
  const [base, setBase] = useState(() => ({ fields: fieldsOf(record), version: String(record.version) }));
  const form = useForm<RecordField | 'version'>({
    name: `tenant-${record.tenantId}`,
    // The draft contains the version that it was typed for.
    initial: { ...base.fields, version: base.version },
    hints: recordHints,
  });
  const { fields } = form;
  const [conflicts, setConflicts] = useState(() =>
    fields.version === base.version ? [] : conflictsOfDraft(fields, base.fields),
  );
  const divisions = useDivisions(fields.provinceCode);
  const isDirty = recordFields.some((name) => fields[name].trim() !== base.fields[name]);
  const lacksApprover = useIsOnlyApprover(fields.secondApprover === 'on');
  useLeaveGuard(isDirty && !form.running);

  const takeTheirs = async (): Promise<void> => {
    const latest = await fetchTenantInfo();
    if (latest === null) return;
    const theirs = fieldsOf(latest);
    const version = String(latest.version);
    const { merged, conflicts: found } = mergeFields(base.fields, fields, theirs);
    setBase({ fields: theirs, version });
    form.change({ ...merged, version });
    setConflicts(found);
    showToast(
      'warn',
      found.length > 0 ? '资料已被他人修改，请核对后再保存' : '资料已被他人修改，已为您合并，请再次保存',
    );
  };
  const send = async (): Promise<void> => {
    try {
      const changes = changesOf(base.fields, fields);
      const saved = await withProofIf(changes.secondApprover === false, '关闭账单复核', (stepTicket) =>
        updateTenant(changes, Number(base.version), stepTicket),
      );
      if (saved === null) return;
      form.clear();
      showToast('ok', '已保存');
      onSaved();
    } catch (error) {
      if (!(error instanceof CallError && error.errCode === 'RHSY409')) throw error;
      await takeTheirs();
    }
  };
  const decide = ({ name, theirs }: Conflict, keepsMine: boolean): void => {
    form.change({ version: base.version, ...(!keepsMine && { [name]: theirs }) });
    setConflicts((before) => before.filter((each) => each.name !== name));
  };
  const isReady = () => conflicts.length === 0;
  const text = (name: RecordField, maxLength: number, autoComplete: string) => (
    <FormField inline label={fieldLabels[name]} {...form.field(name)}>
      <TextInput {...form.control(name)} maxLength={maxLength} autoComplete={autoComplete} />
    </FormField>
  );
  return (
    <FormStack id={form.id} aria-label="基本信息" onSubmit={(event) => form.submit(event, { isReady, send })}>
      <ConflictNotice conflicts={conflicts} divisions={divisions} onDecide={decide} />
      <LogoField
        label={fieldLabels.logoFileId}
        fileId={fields.logoFileId}
        field={form.field('logoFileId')}
        onChange={(logoFileId) => form.change({ logoFileId })}
      />
      <FormField inline label={fieldLabels.industry} {...form.field('industry')}>
        <Select
          {...form.control('industry')}
          placeholder="请选择"
          options={industries.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </FormField>
      <FormField inline label={fieldLabels.provinceCode} {...form.field('provinceCode')}>
        <Select
          {...form.control('provinceCode')}
          placeholder="请选择"
          options={divisions.provinces.map(({ code, name }) => ({ value: code, label: name }))}
          onValueChange={(provinceCode) => form.change({ provinceCode, cityCode: '' })}
        />
      </FormField>
      <FormField inline label={fieldLabels.cityCode} {...form.field('cityCode')}>
        <Select
          {...form.control('cityCode')}
          placeholder={fields.provinceCode === '' ? '请先选择省份' : '请选择'}
          disabled={fields.provinceCode === ''}
          options={divisions.cities.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </FormField>
      {text('address', 200, 'street-address')}
      {text('contactName', 60, 'name')}
      {text('contactEmail', 120, 'email')}
      <div className={css.indent}>
        <Checkbox
          checked={fields.secondApprover === 'on'}
          onCheckedChange={(on) => form.change({ secondApprover: on ? 'on' : '' })}
        >
          账单确认后须由另一位成员复核
        </Checkbox>
        <ApproverNote record={record} isOn={fields.secondApprover === 'on'} />
      </div>
      {lacksApprover ? (
        <div className={css.indent}>
          <NoApproverNotice />
        </div>
      ) : null}
      <div className={css.indent}>
        <Button type="submit" variant="primary" loading={form.running} disabled={!isDirty || conflicts.length > 0}>
          保存
        </Button>
      </div>
    </FormStack>
  );
};

/** What switching the second approver off means, before it is saved and until it holds. @source R10.3 */
const ApproverNote = ({ record, isOn }: { record: TenantRecord; isOn: boolean }): JSX.Element | null => {
  const { secondApprover, secondApproverUntil: until } = record;
  if (isOn || !secondApprover) return null;
  return (
    <p>
      {until === undefined
        ? '关闭须验证身份，次日生效；所有复核人会收到通知。已在等待复核的账单仍须复核。'
        : `已设为关闭，${lastDayBefore(new Date(until))} 24:00 后生效，之前仍须复核。`}
    </p>
  );
};
