import { dutyStatusNames } from '@ronghui/domain/chat/duty';
import { Dialog, FormField, FormStack, PageState, Select, Skeleton, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { type Colleague, giveBack, transfer, useColleagues } from './chat-queries.ts';

interface HandDialogProps {
  readonly receptionId: string;
  /** The customer's. */
  readonly name: string;
  readonly onClose: () => void;
}

const noteHint = '选填；同事可见，客户看不到';
const noteOf = (words: string): string | undefined => (words.trim() === '' ? undefined : words.trim());

/** A colleague with what they say of themselves. @source service 5.3 */
const labelOf = ({ name, status, serving }: Colleague): string =>
  `${name}（${dutyStatusNames[status]}${serving > 0 ? `，接待\u00a0${serving}\u00a0位` : ''}）`;

/** Gives a reception to a colleague, with a note for them. @source service 5.2 */
export const TransferDialog = ({ receptionId, name, onClose }: HandDialogProps): JSX.Element => {
  const query = useColleagues();
  const attempt = useAttemptKey();
  const form = useForm({
    name: `chat-transfer-${receptionId}`,
    initial: { to: '', note: '' },
    hints: ({ to }) => ({ to: to === '' ? '请选择接手的同事' : undefined }),
  });
  const send = async (): Promise<void> => {
    const { to, note } = form.fields;
    const { reception } = await attempt({ receptionId, to, note: noteOf(note) }, transfer);
    form.clear();
    onClose();
    showToast('ok', `已转交给 ${reception.agent ?? '同事'}`);
  };
  return (
    <Dialog
      open
      title={`转交接待 · ${name}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          转交
        </SubmitActions>
      }
    >
      <PageState
        state={queryStatus('ops.chat.colleagues', query, ({ items }) => items.length === 0)}
        loading={<Skeleton shape="row" count={2} />}
        empty={<p>没有可以接手的同事。</p>}
        onRetry={() => void query.refetch()}
      >
        {({ items }) => (
          <FormStack id={form.id} aria-label="转交接待" onSubmit={(event) => form.submit(event, { send })}>
            <FormField label="接手的同事" required {...form.field('to')}>
              <Select
                {...form.control('to')}
                placeholder="请选择"
                options={items.map((one) => ({ value: one.staffId, label: labelOf(one) }))}
              />
            </FormField>
            <FormField label="备注" hint={noteHint} {...form.field('note')}>
              <TextArea {...form.control('note')} maxLength={2000} />
            </FormField>
          </FormStack>
        )}
      </PageState>
    </Dialog>
  );
};

/** Puts a reception back into the queue, with a note for who takes it next. @source service 5.2 */
export const GiveBackDialog = ({ receptionId, name, onClose }: HandDialogProps): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({ name: `chat-give-back-${receptionId}`, initial: { note: '' }, hints: () => ({}) });
  const send = async (): Promise<void> => {
    await attempt({ receptionId, note: noteOf(form.fields.note) }, giveBack);
    form.clear();
    onClose();
    showToast('ok', '已放回排队');
  };
  return (
    <Dialog
      open
      title={`放回排队 · ${name}`}
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          放回
        </SubmitActions>
      }
    >
      <FormStack id={form.id} aria-label="放回排队" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="备注" hint={noteHint} {...form.field('note')}>
          <TextArea {...form.control('note')} maxLength={2000} />
        </FormField>
      </FormStack>
    </Dialog>
  );
};
