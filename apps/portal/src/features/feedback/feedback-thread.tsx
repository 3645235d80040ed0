import { feedbackActionNames } from '@ronghui/domain/feedback';
import { rmbText } from '@ronghui/domain/money';
import { Button, DateTime, DownloadIcon } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './feedback.module.css';
import { type FeedbackDetail, saveAttachment } from './feedback-queries.ts';

type Message = FeedbackDetail['messages'][number];

/** What an entry is, where it is more than a message. */
const titles: Readonly<Record<Message['kind'], string>> = {
  claim: '提出差异',
  message: '',
  answer: '答复',
  reopen: '再次提出',
  withdraw: '撤回反馈',
};

const titleOf = ({ kind, action }: Message): string =>
  kind === 'answer' && action !== undefined ? `答复：${feedbackActionNames[action]}` : titles[kind];

/** ¥1,200.00 → ¥1,000.00, of the bill. */
export const effectText = ({ fromAmount, toAmount }: Pick<Message, 'fromAmount' | 'toAmount'>): string | null => {
  if (fromAmount === undefined || toAmount === undefined) return null;
  return fromAmount === toAmount
    ? `账单金额不变，为 ${rmbText(toAmount)}`
    : `账单金额由 ${rmbText(fromAmount)} 调整为 ${rmbText(toAmount)}`;
};

/** The conversation of both sides with its files, in the order in which it happened. @source R10.4 */
export const FeedbackThread = ({ feedback: { feedbackNo, messages } }: { feedback: FeedbackDetail }): JSX.Element => (
  <ol className={css.thread} aria-label="往来记录，最早的在前">
    {messages.map((message, at) => (
      // Entries are only ever added.
      <li key={`${message.at} ${at}`} className={css.message} data-from={message.from}>
        <div className={css.by}>
          <span>
            <span className={css.who}>{message.by === '' ? '本商户' : message.by}</span> {titleOf(message)}
          </span>
          <DateTime value={message.at} />
        </div>
        <Effect {...message} />
        {message.content === '' ? null : <p className={css.content}>{message.content}</p>}
        {message.files.length === 0 ? null : (
          <ul className={css.files} aria-label="附件">
            {message.files.map((file) => (
              <li key={file.fileId}>
                <Attachment feedbackNo={feedbackNo} {...file} />
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ol>
);

const Effect = (message: Pick<Message, 'fromAmount' | 'toAmount'>): JSX.Element | null => {
  const text = effectText(message);
  return text === null ? null : <p>{text}</p>;
};

const Attachment = ({
  feedbackNo,
  fileId,
  name,
}: Message['files'][number] & { readonly feedbackNo: string }): JSX.Element => {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveAttachment(feedbackNo, fileId);
    } catch (error) {
      showError('feedback.download', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      icon={<DownloadIcon size={16} />}
      loading={isBusy}
      aria-label={`下载 ${name}`}
      onClick={() => void save()}
    >
      {name}
    </Button>
  );
};
