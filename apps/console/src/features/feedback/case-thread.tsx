import { Button, DateTime } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { firstView, StoredDocument } from '#features/file/file.shared.ts';
import css from './feedback.module.css';
import { type FeedbackCase, useAttachment } from './feedback-queries.ts';
import { effectText, titleOf } from './feedback-words.ts';

type Message = FeedbackCase['messages'][number];

/** The conversation of both sides with its files, as the merchant reads it too. @source R4.10, R11.6 */
export const CaseThread = ({ found: { feedbackNo, messages } }: { found: FeedbackCase }): JSX.Element => (
  <section className={css.panel} aria-label="往来记录">
    <h2 className={css.title}>往来记录</h2>
    <ol className={css.thread}>
      {messages.map((message, at) => (
        // Entries are only ever added.
        <li key={`${message.at} ${at}`} className={css.message} data-from={message.from}>
          <div className={css.by}>
            <span>
              <span className={css.who}>{message.by === '' ? '商户' : message.by}</span> {titleOf(message)}
            </span>
            <DateTime value={message.at} />
          </div>
          <Effect {...message} />
          {message.content === '' ? null : <p className={css.words}>{message.content}</p>}
          {message.files.map((file) => (
            <Attachment key={file.fileId} feedbackNo={feedbackNo} file={file} />
          ))}
        </li>
      ))}
    </ol>
  </section>
);

const Effect = ({ fromAmount, toAmount }: Pick<Message, 'fromAmount' | 'toAmount'>): JSX.Element | null =>
  fromAmount === undefined || toAmount === undefined ? null : <p>{effectText({ fromAmount, toAmount })}</p>;

interface AttachmentProps {
  readonly feedbackNo: string;
  readonly file: Message['files'][number];
}

/** A file is fetched when it is asked for: every look is in the trail. */
const Attachment = (props: AttachmentProps): JSX.Element => {
  const [isShown, setShown] = useState(false);
  return isShown ? (
    <ShownAttachment {...props} />
  ) : (
    <div>
      <Button size="small" onClick={() => setShown(true)}>
        查看附件 {props.file.name}
      </Button>
    </div>
  );
};

const ShownAttachment = ({ feedbackNo, file: { fileId, name } }: AttachmentProps): JSX.Element => {
  const [view, setView] = useState(firstView);
  const file = useAttachment(feedbackNo, fileId);
  return <StoredDocument label="附件" name={name} file={file} view={view} onView={setView} />;
};
