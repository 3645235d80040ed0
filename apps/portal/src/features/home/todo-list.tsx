import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, Card, classNames, DateTime } from '@ronghui/ui';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { switchTenant } from '#features/tenant/tenant.shared.ts';
import { answerInvitation, type Todo } from './home-queries.ts';
import { daysLeftText, todoLink, urgencyOf } from './todo-links.ts';
import css from './todo-list.module.css';

/** The user's to-dos, the earliest first, each with its amount, its deadline and its action. @unit now epoch ms @source R10.1 */
export const TodoList = ({ todos, now }: { todos: readonly Todo[]; now: number }): JSX.Element => (
  <Card
    title="待办"
    actions={todos.length === 0 ? undefined : <span className={css.note}>{todos.length}&nbsp;件，按期限排列</span>}
  >
    {todos.length === 0 ? (
      <p className={css.none}>没有待办事项。需要您处理的事情会出现在这里。</p>
    ) : (
      <ul className={css.list} aria-label="待办">
        {todos.map((todo, place) => (
          <li key={`${todo.kind} ${todo.id ?? ''}`} className={css.item}>
            <span className={classNames(css.dot, css[urgencyOf(todo, now)])} aria-hidden="true" />
            <div className={css.words}>
              <p className={css.title}>{todo.title}</p>
              {todo.dueAt === null ? null : (
                <p className={css.due}>
                  截止 <DateTime value={todo.dueAt} />
                  {daysLeftText(todo.dueAt, now)}
                </p>
              )}
            </div>
            {todo.amount === undefined ? null : <Amount text={rmbText(todo.amount)} className={css.amount} />}
            <TodoAction todo={todo} isFirst={place === 0} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const TodoAction = ({ todo, isFirst }: { todo: Todo; isFirst: boolean }): JSX.Element | null => {
  const link = todoLink(todo);
  if (link === undefined)
    return todo.id === null ? null : <InvitationAnswer invitationId={todo.id} words={todo.title} />;
  return (
    <Button size="small" variant={isFirst ? 'primary' : 'secondary'} href={link.href} className={css.action}>
      {link.label}
    </Button>
  );
};

interface InvitationProps {
  readonly invitationId: string;
  /** The inviter, and the tenant. */
  readonly words: string;
}

const InvitationAnswer = ({ invitationId, words }: InvitationProps): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const accept = async (): Promise<void> => {
    setBusy(true);
    try {
      const joined = await answerInvitation(invitationId, true);
      if (joined !== undefined) await switchTenant(joined.tenantId);
    } catch (error) {
      showError('member.accept', error);
    } finally {
      setBusy(false);
    }
  };
  // An expired invitation removes its row and the question, so a toast shows the refusal.
  const decline = async (): Promise<void> => {
    try {
      await answerInvitation(invitationId, false);
      showToast('ok', '已拒绝邀请');
    } catch (error) {
      showError('member.decline', error);
    }
  };
  return (
    <div className={css.buttons}>
      <Button size="small" disabled={busy} onClick={() => setAsks(true)}>
        拒绝
      </Button>
      <Button size="small" variant="primary" loading={busy} onClick={() => void accept()}>
        接受
      </Button>
      {asks ? (
        <ConfirmPopup
          open
          danger
          onClose={() => setAsks(false)}
          title="拒绝这份邀请？"
          confirmText="拒绝"
          cancelText="暂不拒绝"
          onConfirm={decline}
        >
          {words}。拒绝后这份邀请作废，不能再接受；想加入时须请对方重新邀请。
        </ConfirmPopup>
      ) : null}
    </div>
  );
};
