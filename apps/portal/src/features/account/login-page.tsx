import { AuthCard, Tabs } from '@ronghui/ui';
import { followInPlace, href, navigate, useHashLocation, useSearch } from '@ronghui/web/navigation/hash-location';
import { type JSX, useEffect, useEffectEvent } from 'react';
import { paths } from '#kernel/paths.ts';
import { pathAfterLogin } from '#kernel/session.ts';
import { useSite, useUser } from '#kernel/start-up.ts';
import { PasswordLoginForm } from './password-login-form.tsx';
import { SmsLoginForm } from './sms-login-form.tsx';

/** Login by password or by SMS code; returns to the page that asked for it. @source R1.1, R2.10 */
export const LoginPage = (): JSX.Element => {
  const user = useUser();
  const brand = useSite().brand.name;
  const { search } = useHashLocation();
  const [query, change] = useSearch();
  const back = query.get('back') ?? undefined;
  const goBack = useEffectEvent(() => navigate(pathAfterLogin(search), { replace: true }));
  useEffect(() => {
    if (user !== null) goBack();
  }, [user]);
  return (
    <AuthCard
      title={`登录${brand}`}
      sub={back === undefined ? undefined : '登录后回到您刚才的页面'}
      footer={
        <>
          还没有账号？
          <a href={href(paths.register({ back }))} onClick={followInPlace}>
            免费注册
          </a>
        </>
      }
    >
      <Tabs
        label="登录方式"
        value={query.get('way') === 'sms' ? 'sms' : 'password'}
        onValueChange={(way) => change({ way: way === 'sms' ? way : null }, { replace: true })}
        items={[
          { value: 'password', label: '密码登录', content: <PasswordLoginForm back={back} /> },
          { value: 'sms', label: '短信登录', content: <SmsLoginForm back={back} /> },
        ]}
      />
    </AuthCard>
  );
};
