import { Button, Card, DateTime } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, type ReactNode, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './safety.module.css';
import type { Safety } from './safety-queries.ts';

/** Fetches it, also ahead. */
export const loadEmailDrawer = () => import('./email-drawer.tsx');
const EmailDrawer = lazyPart(loadEmailDrawer);
/** Fetches it, also ahead. */
export const loadMobileDrawer = () => import('./mobile-drawer.tsx');
const MobileDrawer = lazyPart(loadMobileDrawer);
/** Fetches it, also ahead. */
export const loadNameDrawer = () => import('./name-drawer.tsx');
const NameDrawer = lazyPart(loadNameDrawer);

type OpenDrawer = 'name' | 'mobile' | 'email';

/** The user's account: name, password, mobile, mail address. @source R10.7, R10.9 */
export const AccountCard = ({ safety }: { safety: Safety }): JSX.Element => {
  const [open, setOpen] = useState<OpenDrawer>();
  const close = () => setOpen(undefined);
  const { name, mobileMasked, emailMasked, passwordChangedAt } = safety;
  return (
    <Card title="账号">
      <ul className={css.list} aria-label="账号">
        <Row title="名称" note={name || '未填写'}>
          <Button size="small" onClick={() => setOpen('name')}>
            修改
          </Button>
        </Row>
        <Row
          title="登录密码"
          note={
            <>
              上次修改 <DateTime value={passwordChangedAt} />
            </>
          }
        >
          <Button size="small" href={href(paths.changePassword())}>
            修改
          </Button>
        </Row>
        <Row title="手机号" note={mobileMasked}>
          <Button size="small" onClick={() => setOpen('mobile')}>
            更换
          </Button>
        </Row>
        <Row title="邮箱" note={emailMasked || '未绑定，绑定后可以接收通知与验证码'}>
          <Button size="small" onClick={() => setOpen('email')}>
            {emailMasked === '' ? '绑定' : '更换'}
          </Button>
        </Row>
      </ul>
      {open === 'name' ? <NameDrawer name={name} onClose={close} /> : null}
      {open === 'mobile' ? <MobileDrawer mobileMasked={mobileMasked} hasTotp={safety.totp.on} onClose={close} /> : null}
      {open === 'email' ? <EmailDrawer onClose={close} /> : null}
    </Card>
  );
};

const Row = ({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }): JSX.Element => (
  <li className={css.row}>
    <div className={css.words}>
      <p>{title}</p>
      <p className={css.note}>{note}</p>
    </div>
    {children}
  </li>
);
