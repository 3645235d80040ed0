import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, Card, classNames } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import type { Todo } from './home-queries.ts';
import { dueText, todoLink, urgencyOf } from './todo-links.ts';
import css from './todo-list.module.css';

/** Fetches it, also ahead: few users are invited. */
export const loadInvitationAnswer = () => import('./invitation-answer.tsx');
const InvitationAnswer = lazyPart(loadInvitationAnswer);

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
          <li key={`${todo.kind} ${todo.id ?? todo.direction ?? ''}`} className={css.item}>
            <span className={classNames(css.dot, css[urgencyOf(todo, now)])} aria-hidden="true" />
            <div className={css.words}>
              <p className={css.title}>{todo.title}</p>
              <DueLine todo={todo} now={now} />
            </div>
            {todo.amount === undefined ? null : <Amount text={rmbText(todo.amount)} className={css.amount} />}
            <TodoAction todo={todo} isFirst={place === 0} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const DueLine = ({ todo, now }: { todo: Todo; now: number }): JSX.Element | null => {
  const text = dueText(todo, now);
  return text === null ? null : <p className={css.due}>{text}</p>;
};

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
