import { ConsoleFrame, LeaveQuestion, NoticeBanner, TableOwner } from '@ronghui/ui';
import { useScrollOnEntry } from '@ronghui/web/navigation/arrival';
import { href, useHashLocation } from '@ronghui/web/navigation/hash-location';
import { answerLeave, leaveStore } from '@ronghui/web/navigation/leave-guard';
import { QueryProvider } from '@ronghui/web/queries/query-client';
import { noticeStore } from '@ronghui/web/screen/notice';
import { type JSX, useEffect } from 'react';
import { useUnread } from '#features/chat/chat.shared.ts';
import { areaName, unreadStore, usePageTitle } from '#kernel/page-title.ts';
import { paths } from '#kernel/paths.ts';
import { startUpStore, useAuth, useBrand, useUser } from '#kernel/start-up.ts';
import { tableOwnerOf } from '#kernel/table-owner.ts';
import { Gate } from './gate.tsx';
import { HeaderActions } from './menus/header-actions.tsx';
import { useSections } from './menus/sections.ts';
import { useShortcuts } from './menus/shortcuts.ts';
import { Messages } from './messages/messages.tsx';
import { PageBoundary } from './messages/page-boundary.tsx';
import { StepUpDialog } from './messages/step-up-dialog.tsx';
import { matchRoute, type RouteTable, RouteTableProvider, useRouteTable } from './route-table.ts';

/** The root component of the console. */
export const App = ({ table }: { readonly table: RouteTable }): JSX.Element => (
  <PageBoundary>
    <QueryProvider>
      <RouteTableProvider value={table}>
        <Framed />
        <Messages />
      </RouteTableProvider>
    </QueryProvider>
  </PageBoundary>
);

const Framed = (): JSX.Element => {
  const { path } = useHashLocation();
  const { name, logoUrl } = useBrand();
  const matched = matchRoute(useRouteTable(), path);
  const { phase, user, mustChangePwd, totpRequired } = startUpStore.use();
  const mayReadChats = useAuth()['ops.chat.read'] === true;
  const isReady = useUser() !== null && !mustChangePwd && !totpRequired;
  const unread = useUnread(isReady && mayReadChats ? user?.staffId : undefined, matched?.name === 'chat');
  useEffect(() => unreadStore.set(unread), [unread]);
  const groups = useSections(matched?.name, { chat: unread });
  const reachable = isReady ? groups : [];
  usePageTitle(user === null && phase !== 'starting' ? '登录' : (matched?.route.title ?? '页面不存在'));
  useScrollOnEntry(path, true);
  useShortcuts(isReady);
  return (
    <ConsoleFrame
      brand={{ name, logoUrl, href: href(paths.home()) }}
      areaName={areaName}
      groups={phase === 'starting' ? undefined : reachable}
      actions={user === null ? undefined : <HeaderActions isReady={isReady} />}
      notice={<NoticeBanner notice={noticeStore.use()} />}
    >
      <TableOwner value={user === null ? undefined : tableOwnerOf(user)}>
        {/* Another member of staff gets new pages, so that no state of the former one remains. */}
        <Gate key={user?.staffId ?? ''} path={path} matched={matched} />
      </TableOwner>
      <LeaveQuestion open={leaveStore.use() !== null} onAnswer={answerLeave} />
      <StepUpDialog />
    </ConsoleFrame>
  );
};
