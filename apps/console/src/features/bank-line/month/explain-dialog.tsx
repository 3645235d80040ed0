import type { CallReply } from '@ronghui/client';
import {
  type LineNoteKind,
  lineNoteFault,
  lineNoteKinds,
  lineNoteNames,
  mayBeKind,
} from '@ronghui/domain/bank-line/account-month';
import { rmbText } from '@ronghui/domain/money';
import { Button, Dialog, Facts, FormField, FormStack, Select, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { explainLine, type Line, revealLine, useColleagues } from './month-queries.ts';

const kindOf = (typed: string): LineNoteKind | undefined => lineNoteKinds.find((kind) => kind === typed);

/** Whom and what the line names, once one has asked for it. */
const Named = ({ line }: { readonly line: Line }): JSX.Element => {
  const [named, setNamed] = useState<CallReply<'ops.bankLine.reveal'>>();
  const show = async (): Promise<void> => {
    try {
      setNamed(await revealLine({ lineNo: line.lineNo }));
    } catch (error) {
      showError('ops.bankLine.reveal', error);
    }
  };
  return named === undefined ? (
    <div>
      <Button size="small" onClick={() => void show()}>
        查看对方与附言
      </Button>
    </div>
  ) : (
    <Facts
      items={[
        { label: '对方', value: named.counterparty ?? '—' },
        { label: '对方账号', value: named.counterpartyAccount ?? '' },
        { label: '对方开户行', value: named.counterpartyBank ?? '' },
        { label: '附言', value: named.remark ?? '—' },
      ]}
    />
  );
};

/** Says what a line is that is no payment, or carries it forward with a reason and who looks into it. @source receipts 2.6 */
export const ExplainDialog = ({
  line,
  onClose,
}: {
  readonly line: Line;
  readonly onClose: () => void;
}): JSX.Element => {
  const attempt = useAttemptKey();
  const colleagues = useColleagues();
  const direction = line.amount > 0 ? 'in' : 'out';
  const form = useForm({
    name: `bank-line-explain-${line.lineNo}`,
    initial: { kind: '', note: '', ownerId: '' },
    hints: ({ kind: typed, note, ownerId }) => {
      const kind = kindOf(typed);
      if (kind === undefined) return { kind: '请选择这一行是什么' };
      const fault = lineNoteFault({ kind, note, hasOwner: kind === 'carried' && ownerId !== '' });
      return fault === null ? {} : { [fault.path]: fault.text };
    },
  });
  const kind = kindOf(form.fields.kind);
  const send = async (): Promise<void> => {
    if (kind === undefined) return;
    const note = form.fields.note.trim();
    await attempt(
      {
        lineNo: line.lineNo,
        kind,
        note: note === '' ? undefined : note,
        ownerId: kind === 'carried' ? form.fields.ownerId : undefined,
      },
      explainLine,
    );
    form.clear();
    onClose();
    showToast('ok', `已说明：${lineNoteNames[kind]}`);
  };
  return (
    <Dialog
      open
      title="说明这一行流水"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          保存说明
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="说明这一行流水" onSubmit={(event) => form.submit(event, { send })}>
        <p>
          {line.bookedOn} {rmbText(line.amount, { sign: 'always' })}
          {line.serial === undefined ? '' : `，流水号 ${line.serial}`}
          {direction === 'in' ? '。说明之后它不再是收款；作待查款的仍是收款，可以以后再认。' : '。'}
        </p>
        <Named line={line} />
        <FormField label="这一行是" required {...form.field('kind')}>
          <Select
            {...form.control('kind')}
            placeholder="请选择"
            options={lineNoteKinds
              .filter((each) => mayBeKind(each, direction))
              .map((value) => ({ value, label: lineNoteNames[value] }))}
          />
        </FormField>
        {kind === 'carried' ? (
          <FormField label="由谁查" required {...form.field('ownerId')}>
            <Select
              {...form.control('ownerId')}
              placeholder="请选择"
              options={
                colleagues.status === 'ready'
                  ? colleagues.data.items.map(({ staffId, name }) => ({ value: staffId, label: name }))
                  : []
              }
            />
          </FormField>
        ) : null}
        <FormField
          label={kind === 'carried' ? '待查的原因' : '说明'}
          required={kind === 'carried' || kind === 'other'}
          {...form.field('note')}
        >
          <TextArea {...form.control('note')} maxLength={500} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
