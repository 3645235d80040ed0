import { ownTexts } from '@ronghui/client';
import {
  AreaFrame,
  BottomTabs,
  Breadcrumb,
  type Crumb,
  LeaveQuestion,
  NoticeBanner,
  PublicHeader,
  TableOwner,
} from '@ronghui/ui';
import { firstStepText } from '@ronghui/web/calls/first-step';
import { href } from '@ronghui/web/navigation/hash-location';
import { answerLeave, leaveStore } from '@ronghui/web/navigation/leave-guard';
import { useFirstAnswer } from '@ronghui/web/queries/first-answer';
import { noticeStore } from '@ronghui/web/screen/notice';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX, ReactNode } from 'react';
import { useUnreadWatch } from '#features/notice/unread-watch.ts';
import { AreaEntries } from '#kernel/area-entries.ts';
import { pagePath, paths } from '#kernel/paths.ts';
import { useDocCenterVisible, useSite, useUser } from '#kernel/start-up.ts';
import { tableOwnerOf } from '#kernel/table-owner.ts';
import { useAreaGroups } from '../menus/area-groups.ts';
import { useBottomPlaces } from '../menus/bottom-places.tsx';
import { HeaderCounts } from '../menus/header-counts.tsx';
import { TenantMenu } from '../menus/tenant-menu.tsx';
import { UserMenu } from '../menus/user-menu.tsx';
import { ChangedAgreementsPlace } from '../messages/changed-agreements-place.tsx';
import { StepUpDialog } from '../messages/step-up-dialog.tsx';
import { type MatchedRoute, type RouteTable, useRouteTable } from '../route-table.ts';

// Here alone, so that public pages do not carry it: who comes second reads who was first.
ownTexts.find = firstStepText;

/** The frame behind the login: PC with header, sider and breadcrumb; H5 with a title and the way back, or the tabs. @source ux "Merchant area" */
export const MerchantShell = ({
  matched,
  children,
}: {
  matched: MatchedRoute | undefined;
  children: ReactNode;
}): JSX.Element => {
  const pageType = usePageType();
  const user = useUser();
  const isAnswered = useFirstAnswer();
  useUnreadWatch(isAnswered);
  const { routes } = useRouteTable();
  const groups = useAreaGroups(matched?.route.within ?? matched?.name);
  const tabs = useBottomPlaces(matched);
  const crumbs = crumbsOf(matched, routes);
  return (
    <AreaFrame
      pageType={pageType}
      areaName="商户中心"
      groups={groups}
      header={
        <>
          {pageType === 'H5' ? <PhoneHeader matched={matched} /> : <WideHeader />}
          <NoticeBanner notice={noticeStore.use()} />
        </>
      }
      breadcrumb={crumbs.length > 0 ? <Breadcrumb items={crumbs} /> : undefined}
      tabs={pageType === 'H5' && tabs !== undefined ? <BottomTabs items={tabs} /> : undefined}
    >
      <TableOwner value={user === null ? undefined : tableOwnerOf(user)}>
        <AreaEntries value={groups}>{children}</AreaEntries>
      </TableOwner>
      <LeaveQuestion open={leaveStore.use() !== null} onAnswer={answerLeave} />
      <StepUpDialog />
      {isAnswered ? <ChangedAgreementsPlace matched={matched} /> : null}
    </AreaFrame>
  );
};

const WideHeader = (): JSX.Element => {
  const { name, logoUrl } = useSite().brand;
  const docCenterVisible = useDocCenterVisible();
  const nav = [
    { label: '产品', href: href(paths.products()) },
    ...(docCenterVisible ? [{ label: '文档中心', href: href(paths.docs()) }] : []),
    { label: '联系客服', href: href(paths.chat()) },
  ];
  return (
    <PublicHeader
      pageType="PC"
      brand={{ name, logoUrl }}
      nav={nav}
      actions={
        <>
          <TenantMenu />
          <HeaderCounts />
          <UserMenu />
        </>
      }
    />
  );
};

/** The header on H5: the brand on the hub, the title and a back link on every other page. */
const PhoneHeader = ({ matched }: { matched: MatchedRoute | undefined }): JSX.Element => {
  const { name, logoUrl } = useSite().brand;
  const isHub = matched === undefined || matched.name === 'merchantHome';
  const back = isHub ? {} : wayBack(matched);
  return <PublicHeader pageType="H5" brand={{ name, logoUrl }} actions={<HeaderCounts />} {...back} />;
};

const wayBack = ({ route, params }: MatchedRoute): { title: string; backHref: string } => ({
  title: route.title,
  backHref: href(route.up?.(params) ?? pagePath(route.within ?? 'merchantHome')),
});

/** 商户中心 / 对账管理 / 新建对账. */
const crumbsOf = (matched: MatchedRoute | undefined, routes: RouteTable['routes']): Crumb[] => {
  if (matched === undefined || matched.name === 'merchantHome') return [];
  const { within, title } = matched.route;
  return [
    { label: '商户中心', href: href(paths.merchantHome()) },
    ...(within === undefined ? [] : [{ label: routes[within].title, href: href(pagePath(within)) }]),
    { label: title },
  ];
};
