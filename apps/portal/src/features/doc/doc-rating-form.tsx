import { Button, FormField, TextArea } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import css from './doc-rating.module.css';

interface DocRatingFormProps {
  readonly isSending: boolean;
  readonly onSend: (comment: string) => void;
}

/** The form for a comment on a document. */
export const DocRatingForm = ({ isSending, onSend }: DocRatingFormProps): JSX.Element => {
  const [comment, setComment] = useState('');
  return (
    <div className={css.form}>
      <FormField label="哪里没说清楚？" hint="可以不填，请不要写手机号等个人信息">
        <TextArea value={comment} maxLength={500} rows={3} onChange={(event) => setComment(event.target.value)} />
      </FormField>
      <Button size="small" variant="primary" loading={isSending} onClick={() => onSend(comment.trim())}>
        提交
      </Button>
    </div>
  );
};
