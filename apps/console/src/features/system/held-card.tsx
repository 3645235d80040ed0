import { type SmsScene, smsSceneNames } from '@ronghui/domain/sender/sms';
import { Button, Callout, Card, type Column, DataTable, DateTime } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { withProof } from '#features/staff/staff.shared.ts';
import css from './system.module.css';
import { dropHeld, type Held, sendHeld } from './system-queries.ts';

type Message = Held['items'][number];
type Step = 'send' | 'drop';

const kindNames = { sms: '短信', mail: '邮件' } as const;
const steps = {
  send: { name: '发送', done: '已放行', write: sendHeld, id: 'ops.system.sendHeld' },
  drop: { name: '丢弃', done: '已丢弃', write: dropHeld, id: 'ops.system.dropHeld' },
} as const;

const messageKey = ({ messageNo }: Message): string => String(messageNo);
const aboutText = ({ kind, about }: Message): string =>
  // A scene of a later version has no name here.
  kind === 'sms' ? (smsSceneNames[about as SmsScene] ?? about) : about;

interface Decision {
  readonly step: Step;
  readonly from: number;
  readonly upTo: number;
  /** How it is called where the proof is asked for. */
  readonly title: string;
}

/** Takes a decision with a fresh proof; one at a time. */
const useDecide = () => {
  const attempt = useAttemptKey();
  const [isRunning, setRunning] = useState(false);
  const decide = async ({ step, from, upTo, title }: Decision): Promise<void> => {
    setRunning(true);
    try {
      const taken = await withProof(title, (stepTicket) => attempt({ from, upTo, stepTicket }, steps[step].write));
      if (taken !== null) showToast('ok', `${steps[step].done} ${taken.count}\u00a0条消息`);
    } catch (error) {
      showError(steps[step].id, error);
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, decide };
};

const shownColumns: readonly Column<Message>[] = [
  { key: 'at', title: '产生时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 2, fixed: true },
  { key: 'kind', title: '种类', cell: ({ kind }) => kindNames[kind] },
  { key: 'about', title: '内容', cell: aboutText, share: 2 },
  { key: 'to', title: '接收者', cell: ({ toMasked }) => <span className={css.path}>{toMasked}</span>, share: 2 },
];

/** Messages that a restore holds: they may have left before the machine was lost, so a person decides. @source running 3.2 */
export const HeldCard = ({ held, mayWrite }: { readonly held: Held; readonly mayWrite: boolean }): JSX.Element => {
  const { counts, items } = held;
  const { isRunning, decide } = useDecide();
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const stepOf = (step: Step, message: Message): JSX.Element => (
    <Button
      size="small"
      variant={step === 'drop' ? 'danger' : 'secondary'}
      disabled={isRunning}
      aria-label={`${steps[step].name}发往 ${message.toMasked} 的${kindNames[message.kind]}`}
      onClick={() =>
        void decide({
          step,
          from: message.messageNo,
          upTo: message.messageNo,
          title: `${steps[step].name}一条${kindNames[message.kind]}`,
        })
      }
    >
      {steps[step].name}
    </Button>
  );
  const ofAll = (step: Step): JSX.Element => (
    <Button
      size="small"
      variant={step === 'drop' ? 'danger' : 'secondary'}
      disabled={isRunning}
      onClick={() =>
        void decide({
          step,
          from: items[0]?.messageNo ?? 1,
          upTo: items.at(-1)?.messageNo ?? 1,
          title: `${steps[step].name}这 ${items.length}\u00a0条消息`,
        })
      }
    >
      {items.length < total ? `${steps[step].name}这 ${items.length}\u00a0条` : `全部${steps[step].name}`}
    </Button>
  );
  const columns: readonly Column<Message>[] = mayWrite
    ? [
        ...shownColumns,
        {
          key: 'steps',
          title: '操作',
          cell: (message) => (
            <span className={css.actions}>
              {stepOf('send', message)}
              {stepOf('drop', message)}
            </span>
          ),
          share: 2,
          fixed: true,
        },
      ]
    : shownColumns;
  return (
    <Card
      title="待放行的消息"
      actions={
        mayWrite && total > 0 ? (
          <span className={css.actions}>
            {ofAll('send')}
            {ofAll('drop')}
          </span>
        ) : undefined
      }
    >
      {total === 0 ? (
        <p className={css.note}>没有待放行的消息。恢复备份后，当时还没有发出的消息会停在这里。</p>
      ) : (
        <div className={css.part}>
          <Callout tone="warn">
            {counts.map(({ kind, count }) => `${kindNames[kind]} ${count.toLocaleString('en-US')}\u00a0条`).join('，')}
            ，因恢复备份而停下：它们可能在备份之后已经发出过。请逐条核对，再发送或丢弃。
          </Callout>
          <DataTable
            name="system-held"
            label="待放行的消息"
            columns={columns}
            rows={items}
            keyOf={messageKey}
            summary={items.length < total ? `最早的 ${items.length}\u00a0条` : undefined}
          />
        </div>
      )}
    </Card>
  );
};
