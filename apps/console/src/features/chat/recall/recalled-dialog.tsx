import { Button, DateTime, Dialog, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import { MessageFile } from '../file/message-file.tsx';
import css from './recall.module.css';
import { useRecalled } from './recalled-queries.ts';

interface RecalledDialogProps {
  readonly conversationId: string;
  readonly seq: number;
  readonly onClose: () => void;
}

/** What a member of staff wrote and took back. @source service 1.3 */
export const RecalledDialog = ({ conversationId, seq, onClose }: RecalledDialogProps): JSX.Element => {
  const { state, query } = useRecalled({ conversationId, seq });
  return (
    <Dialog open title="撤回的消息" onClose={onClose} actions={<Button onClick={onClose}>关闭</Button>}>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={3} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {({ content, file, author, at, recalledAt }) => (
          <div className={css.recalled}>
            {file === undefined ? (
              <p className={css.words}>{content}</p>
            ) : (
              <MessageFile file={{ ...file, kind: file.mime.startsWith('image/') ? 'image' : 'file' }} />
            )}
            <p className={css.quiet}>
              {author} <DateTime value={at} /> 发出，
              <DateTime value={recalledAt} /> 撤回。本次查看已记入审计。
            </p>
          </div>
        )}
      </PageState>
    </Dialog>
  );
};
