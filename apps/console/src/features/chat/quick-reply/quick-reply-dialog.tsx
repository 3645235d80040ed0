import { quickReplyBounds, quickReplyPlaces } from '@ronghui/domain/chat/quick-reply';
import { Button, Dialog, FormField, FormStack, Select, SubmitActions, Tag, TextArea, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './quick-replies.module.css';
import { type QuickReply, removeQuickReply, saveQuickReply } from './quick-reply-queries.ts';

interface QuickReplyDialogProps {
  readonly replies: readonly QuickReply[];
  readonly onClose: () => void;
}

const owners = [
  { value: 'own', label: '只有我' },
  { value: 'shared', label: '所有客服' },
];

/** Adds, changes and removes quick replies. @source service 5.2 */
export const QuickReplyDialog = ({ replies, onClose }: QuickReplyDialogProps): JSX.Element => {
  const [edited, setEdited] = useState<QuickReply>();
  return <Editor key={edited?.replyId ?? ''} edited={edited} replies={replies} onEdit={setEdited} onClose={onClose} />;
};

interface EditorProps extends QuickReplyDialogProps {
  /** The one that is changed; a new one without it. */
  readonly edited: QuickReply | undefined;
  readonly onEdit: (reply: QuickReply | undefined) => void;
}

const Editor = ({ edited, replies, onEdit, onClose }: EditorProps): JSX.Element => {
  const attempt = useAttemptKey();
  const form = useForm({
    name: `chat-quick-reply-${edited?.replyId ?? 'new'}`,
    initial: { title: edited?.title ?? '', content: edited?.content ?? '', owner: 'own' },
    hints: ({ title, content }) => ({
      title: title.trim() === '' ? '请输入标题' : undefined,
      content: content.trim() === '' ? '请输入内容' : undefined,
    }),
  });
  const send = async (): Promise<void> => {
    const { title, content, owner } = form.fields;
    const words = { title: title.trim(), content: content.trim(), shared: edited?.shared ?? owner === 'shared' };
    await attempt({ ...words, replyId: edited?.replyId, version: edited?.version }, saveQuickReply);
    form.clear();
    onEdit(undefined);
    showToast('ok', '快捷回复已保存');
    onClose();
  };
  return (
    <Dialog
      open
      title="快捷回复"
      onClose={onClose}
      actions={
        <SubmitActions form={form} onCancel={onClose}>
          {edited === undefined ? '添加' : '保存'}
        </SubmitActions>
      }
    >
      <ul className={css.kept} aria-label="已有的快捷回复">
        {replies.map((reply) => (
          <li key={reply.replyId}>
            <b>{reply.title}</b>
            {reply.shared && <Tag>共用</Tag>}
            <Button size="small" aria-label={`修改 ${reply.title}`} onClick={() => onEdit(reply)}>
              修改
            </Button>
            <RemoveButton reply={reply} onRemoved={onClose} />
          </li>
        ))}
      </ul>
      <FormStack id={form.id} aria-label="快捷回复" onSubmit={(event) => form.submit(event, { send })}>
        <FormField label="标题" required {...form.field('title')}>
          <TextInput {...form.control('title')} maxLength={quickReplyBounds.title} />
        </FormField>
        <FormField
          label="内容"
          required
          hint={`${quickReplyPlaces.customer} 换成客户的名称，${quickReplyPlaces.agent} 换成您的姓名`}
          {...form.field('content')}
        >
          <TextArea {...form.control('content')} maxLength={quickReplyBounds.content} />
        </FormField>
        {edited === undefined && (
          <FormField label="谁可以使用" {...form.field('owner')}>
            <Select options={owners} {...form.control('owner')} />
          </FormField>
        )}
      </FormStack>
    </Dialog>
  );
};

/** Removes one by a second press. */
const RemoveButton = ({ reply, onRemoved }: { reply: QuickReply; onRemoved: () => void }): JSX.Element => {
  const attempt = useAttemptKey();
  const [isAsked, setAsked] = useState(false);
  const { replyId, version, title } = reply;
  const remove = async (): Promise<void> => {
    try {
      await attempt({ replyId, version }, removeQuickReply);
      showToast('ok', '快捷回复已删除');
      onRemoved();
    } catch (error) {
      showError('ops.chat.removeQuickReply', error);
    }
  };
  const label = isAsked ? '确认删除' : '删除';
  return (
    <Button size="small" aria-label={`${label} ${title}`} onClick={() => (isAsked ? void remove() : setAsked(true))}>
      {label}
    </Button>
  );
};
