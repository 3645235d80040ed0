import { Button, PageHead } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { useSearch } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { type JSX, useState } from 'react';
import { InvitationList } from './invitation-list.tsx';
import { MemberList } from './member-list.tsx';

/** Fetches it, also ahead. */
export const loadInviteDrawer = () => import('./invite-drawer.tsx');
const InviteDrawer = lazyPart(loadInviteDrawer);

/** Members, their roles, and the pending invitations. @source R10.9 */
export const MembersPage = (): JSX.Element => {
  const pageType = usePageType();
  const [search, change] = useSearch();
  const isInviting = search.get('open') === 'invite';
  const [invited, setInvited] = useState(0);
  return (
    <>
      <PageHead
        pageType={pageType}
        title="成员管理"
        sub="成员按角色使用同一个商户：财务可以办理业务，只读成员只能查看。"
        actions={
          <Button size="small" variant="primary" onClick={() => change({ open: 'invite' })}>
            邀请成员
          </Button>
        }
      />
      <InvitationList />
      <MemberList />
      {isInviting ? (
        <InviteDrawer
          key={invited}
          onClose={() => change({ open: null }, { replace: true })}
          onInvited={() => setInvited(invited + 1)}
        />
      ) : null}
    </>
  );
};
