import { mayEnter } from '@ronghui/web/session/start-up-state';
import { type JSX, type ReactNode, useEffect } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import css from '../messages/page-boundary.module.css';
import type { Route } from '../route-table.ts';

/** The text for a wrong declaration. @source R6.2 */
const authSettingText = 'auth 配置必须是数组';
/** The text for a user without any of the keys. @source R6.2 */
const noAuthText = 'No Auth';

/**
 * Renders a page when it needs no key or the user has at least one of its keys.
 *
 * @source R6.2
 */
export const AuthGuard = ({
  auth,
  noAuth,
  children,
}: Pick<Route, 'auth' | 'noAuth'> & { children: ReactNode }): JSX.Element => {
  const held = useAuth();
  const isList: boolean = Array.isArray(auth);
  useEffect(() => {
    if (!isList) console.error(authSettingText);
  }, [isList]);
  if (!isList) return <Refusal title={authSettingText} />;
  if (mayEnter(held, auth)) return <>{children}</>;
  return noAuth === undefined ? <Refusal title={noAuthText} text="您没有访问该页面的权限" /> : noAuth();
};

const Refusal = ({ title, text }: { title: string; text?: string }): JSX.Element => (
  <div role="alert" className={css.fallback}>
    <h1 className={css.title}>{title}</h1>
    {text === undefined ? null : <p>{text}</p>}
  </div>
);
