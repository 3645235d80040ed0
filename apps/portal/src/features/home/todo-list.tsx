import { rmbText } from '@ronghui/domain/money';
import { Amount, Button, Card, classNames } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { usePageType } from '@ronghui/web/screen/page-type';
import { type JSX, type RefObject, useEffect, useRef, useState } from 'react';
import type { Todo } from './home-queries.ts';
import { dueText, todoLink, urgencyOf } from './todo-links.ts';
import css from './todo-list.module.css';

/** Fetches it, also ahead: few users are invited. */
export const loadInvitationAnswer = () => import('./invitation-answer.tsx');
const InvitationAnswer = lazyPart(loadInvitationAnswer);

/** How many a phone shows before the others are asked for: the sums below them belong to the first look. */
const firstOnPhone = 3;

/** The to-dos to show: all of them, or on a phone the first until the others are asked for. */
const useFolded = (todos: readonly Todo[]) => {
  const [isOpen, setOpen] = useState(false);
  const isFolded = usePageType() === 'H5' && !isOpen && todos.length > firstOnPhone + 1;
  const shown = isFolded ? todos.slice(0, firstOnPhone) : todos;
  // The button goes away, so the first row that it brings takes its focus.
  const focused = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) focused.current?.focus();
  }, [isOpen]);
  return { shown, rest: todos.length - shown.length, focused, open: () => setOpen(true) };
};

/** The user's to-dos, the earliest first, each with its amount, its deadline and its action. @unit now epoch ms @source R10.1 */
export const TodoList = ({ todos, now }: { todos: readonly Todo[]; now: number }): JSX.Element => {
  const { shown, rest, focused, open } = useFolded(todos);
  return (
    <Card
      title="待办"
      actions={todos.length === 0 ? undefined : <span className={css.note}>{todos.length}&nbsp;件，按期限排列</span>}
    >
      {todos.length === 0 ? (
        <p className={css.none}>没有待办事项。需要您处理的事情会出现在这里。</p>
      ) : (
        <ul className={css.list} aria-label="待办">
          {shown.map((todo, place) => (
            <TodoRow
              key={`${todo.kind} ${todo.id ?? todo.direction ?? ''}`}
              todo={todo}
              now={now}
              isFirst={place === 0}
              {...(place === firstOnPhone && { row: focused })}
            />
          ))}
        </ul>
      )}
      {rest === 0 ? null : (
        <Button variant="ghost" size="small" onClick={open}>
          还有 {rest}&nbsp;件
        </Button>
      )}
    </Card>
  );
};

interface TodoRowProps {
  readonly todo: Todo;
  readonly now: number;
  readonly isFirst: boolean;
  readonly row?: RefObject<HTMLLIElement | null>;
}

const TodoRow = ({ todo, now, isFirst, row }: TodoRowProps): JSX.Element => (
  <li ref={row} tabIndex={row === undefined ? undefined : -1} className={css.item}>
    <span className={classNames(css.dot, css[urgencyOf(todo, now)])} aria-hidden="true" />
    <div className={css.words}>
      <p className={css.title}>{todo.title}</p>
      <DueLine todo={todo} now={now} />
    </div>
    {todo.amount === undefined ? null : <Amount text={rmbText(todo.amount)} className={css.amount} />}
    <TodoAction todo={todo} isFirst={isFirst} />
  </li>
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
