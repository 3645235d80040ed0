import { AuthCard } from '@ronghui/ui';
import { followInPlace, href, navigate, useHashLocation, useSearch } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useEffect, useEffectEvent, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { enterSession, pathAfterLogin } from '#kernel/session.ts';
import { startUpStore, useSite, useUser } from '#kernel/start-up.ts';
import { LazyWelcome } from './lazy-welcome.ts';
import { RegisterClosed } from './register-closed.tsx';
import { RegisterForm } from './register-form.tsx';
import type { Registered } from './register-queries.ts';

/** Registration; the new user returns to the page that asked, or sees the first steps. @source R1.1, R2.10 */
export const RegisterPage = (): JSX.Element => {
  const user = useUser();
  const { brand, agreements } = useSite();
  // Known once the start-up call has answered.
  const isClosed = startUpStore.use().phase === 'ready' && !agreements.some(({ scene }) => scene === 'register');
  const { search } = useHashLocation();
  const [query] = useSearch();
  const back = query.get('back') ?? undefined;
  // Kept until the welcome is shown, because entering the session earlier would leave this page.
  const [welcomed, setWelcomed] = useState<Registered>();
  const goBack = useEffectEvent(() => {
    if (welcomed === undefined) navigate(pathAfterLogin(search), { replace: true });
  });
  useEffect(() => {
    if (user !== null) goBack();
  }, [user]);
  useEffect(() => {
    if (welcomed !== undefined) enterSession(welcomed);
  }, [welcomed]);
  const welcome = (registered: Registered): void => {
    if (back === undefined) return setWelcomed(registered);
    enterSession(registered);
    showToast('ok', '注册成功，已为您登录');
  };
  if (welcomed !== undefined) return <LazyWelcome />;
  return (
    <AuthCard
      title={`注册${brand.name}账号`}
      sub={isClosed ? undefined : back === undefined ? '约一分钟，注册后即可选购和试用' : '注册后回到您刚才的页面'}
      footer={
        <>
          已有账号？
          <a href={href(paths.login({ back }))} onClick={followInPlace}>
            直接登录
          </a>
        </>
      }
    >
      {isClosed ? <RegisterClosed /> : <RegisterForm back={back} onRegister={welcome} />}
    </AuthCard>
  );
};
