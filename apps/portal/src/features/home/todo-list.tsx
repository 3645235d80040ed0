import { Button, Card, DateTime, EmptyState } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { switchTenant } from '#kernel/switch-tenant.ts';
import { showError, showToast } from '#kernel/toasts.ts';
import { answerInvitation, type Todo } from './home-queries.ts';
import { todoLink } from './todo-links.ts';
import css from './todo-list.module.css';

/** What waits for the user, the earliest first, each with what to do about it. @source R10.1 */
export const TodoList = ({ todos }: { todos: readonly Todo[] }): JSX.Element => (
  <Card title={todos.length === 0 ? '待办' : `待办（${todos.length}）`}>
    {todos.length === 0 ? (
      <EmptyState title="没有待办事项" text="需要您处理的事情会出现在这里。" />
    ) : (
      <ul className={css.list} aria-label="待办">
        {todos.map((todo) => (
          <li key={`${todo.kind} ${todo.id ?? ''}`} className={css.item}>
            <div className={css.words}>
              <p>{todo.title}</p>
              {todo.dueAt === null ? null : (
                <p className={css.due}>
                  截止 <DateTime value={todo.dueAt} />
                </p>
              )}
            </div>
            <TodoAction todo={todo} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const TodoAction = ({ todo }: { todo: Todo }): JSX.Element | null => {
  const link = todoLink(todo);
  if (link === undefined) return todo.id === null ? null : <InvitationAnswer invitationId={todo.id} />;
  return (
    <Button size="small" href={link.href}>
      {link.label}
    </Button>
  );
};

const InvitationAnswer = ({ invitationId }: { invitationId: string }): JSX.Element => {
  const [busy, setBusy] = useState<'accept' | 'decline'>();
  const answer = async (accepts: boolean): Promise<void> => {
    setBusy(accepts ? 'accept' : 'decline');
    try {
      const joined = await answerInvitation(invitationId, accepts);
      if (joined === undefined) showToast('ok', '已拒绝邀请');
      else await switchTenant(joined.tenantId);
    } catch (error) {
      showError(accepts ? 'member.accept' : 'member.decline', error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div className={css.buttons}>
      <Button size="small" loading={busy === 'decline'} disabled={busy === 'accept'} onClick={() => void answer(false)}>
        拒绝
      </Button>
      <Button
        size="small"
        variant="primary"
        loading={busy === 'accept'}
        disabled={busy === 'decline'}
        onClick={() => void answer(true)}
      >
        接受
      </Button>
    </div>
  );
};
