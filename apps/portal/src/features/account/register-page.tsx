import { AuthCard, Button, ResultPanel } from '@ronghui/ui';
import { type JSX, useEffect, useState } from 'react';
import { navigate, useHashLocation, useSearch } from '#kernel/hash-location.ts';
import { href, paths } from '#kernel/paths.ts';
import { pathAfterLogin } from '#kernel/session.ts';
import { useSite, useUser } from '#kernel/start-up.ts';
import { showToast } from '#kernel/toasts.ts';
import { RegisterForm } from './register-form.tsx';

/** Registration; the new user goes back to the page that asked, or is told what can be done first. @source R1.1, R2.10 */
export const RegisterPage = (): JSX.Element => {
  const user = useUser();
  const brand = useSite().brand.name;
  const { search } = useHashLocation();
  const [query] = useSearch();
  const back = query.get('back') ?? undefined;
  const [welcomed, setWelcomed] = useState(false);
  useEffect(() => {
    if (user !== null && !welcomed) navigate(pathAfterLogin(search), { replace: true });
  }, [user, welcomed, search]);
  const welcome = (): void => {
    if (back === undefined) setWelcomed(true);
    else showToast('ok', '注册成功，已为您登录');
  };
  if (welcomed) return <Welcome />;
  return (
    <AuthCard
      title={`注册${brand}账号`}
      sub={back === undefined ? '约一分钟，注册后即可选购和试用' : '注册后回到您刚才的页面'}
      footer={
        <>
          已有账号？<a href={href(paths.login({ back }))}>直接登录</a>
        </>
      }
    >
      <RegisterForm back={back} onRegister={welcome} />
    </AuthCard>
  );
};

const Welcome = (): JSX.Element => (
  <AuthCard title="欢迎加入">
    <ResultPanel
      title="注册成功"
      text="已为您登录，企业资料以后随时可以补充。"
      next={['浏览产品，看清价格和规则', '申请试用，不需要企业认证', '合适了，再提交采购']}
      actions={
        <>
          <Button variant="primary" href={href(paths.products())}>
            浏览产品
          </Button>
          <Button href={href(paths.home())}>返回首页</Button>
        </>
      }
    />
  </AuthCard>
);
