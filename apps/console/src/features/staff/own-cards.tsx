import { Card, Facts } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { mayEnter } from '@ronghui/web/session/start-up-state';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth, useUser } from '#kernel/start-up.ts';
import css from './staff.module.css';
import { mayText, staffNames } from './staff-words.ts';

/** Who is signed in, what they may do, and where that is done. */
export const OwnCards = (): JSX.Element | null => {
  const user = useUser();
  const held = useAuth();
  if (user === null) return null;
  return (
    <div className={css.cards}>
      <Card title="我是谁">
        <Facts
          items={[
            { label: '账号', value: user.account },
            { label: '角色', value: staffNames(user.roles) },
          ]}
        />
        <p>
          <a href={href(paths.account())}>我的账号</a>
        </p>
      </Card>
      <Card title="我可以做什么">
        <ul className={css.list}>
          {mayText(held).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {mayEnter(held, ['ops.staff.read']) ? (
          <p>
            <a href={href(paths.staff())}>运营人员</a>
          </p>
        ) : null}
      </Card>
    </div>
  );
};
