import { AuthCard, Button, ResultPanel } from '@ronghui/ui';
import { followInPlace, href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';

/** The first steps of a new user. */
export const Welcome = (): JSX.Element => (
  <AuthCard title="欢迎加入">
    <ResultPanel
      title="注册成功"
      text="已为您登录，企业资料以后随时可以补充。"
      next={['选购产品，看清价格和规则', '申请试用，不需要企业认证', '合适了，再提交采购']}
      actions={
        <>
          <Button variant="primary" href={href(paths.products())} onClick={followInPlace}>
            选购产品
          </Button>
          <Button href={href(paths.merchantHome())} onClick={followInPlace}>
            进入商户中心
          </Button>
        </>
      }
    />
  </AuthCard>
);
