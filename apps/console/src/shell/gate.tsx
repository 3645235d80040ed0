import { Button, EmptyState, Skeleton } from '@ronghui/ui';
import { startUp } from '@ronghui/web/calls/call';
import { Arrival } from '@ronghui/web/navigation/arrival';
import { forgetFailedChunks, useChunk } from '@ronghui/web/navigation/chunks';
import { mayEnter } from '@ronghui/web/session/start-up-state';
import { createElement, type JSX, type ReactNode, Suspense, useEffect } from 'react';
import { startUpStore } from '#kernel/start-up.ts';
import { PageBoundary } from './messages/page-boundary.tsx';
import { NoPermissionPage } from './pages/no-permission-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { type MatchedRoute, type Route, useRouteTable } from './route-table.ts';

const waiting = <Skeleton shape="row" count={6} />;
const noParams = {};

/**
 * The page of the present address, or what takes its place under the same address: the login, a step of the set-up, or that the member has
 * no key for it. @source R6.2, R11.1
 */
export const Gate = ({ path, matched }: { path: string; matched: MatchedRoute | undefined }): JSX.Element => {
  const table = useRouteTable();
  const { phase, user, auth, mustChangePwd, totpRequired } = startUpStore.use();
  if (phase === 'starting') return waiting;
  if (user === null) return phase === 'failed' ? <Unreachable /> : <Framed path="login" load={table.loginPage} />;
  if (mustChangePwd) return <Framed path="password" load={table.passwordPage} />;
  if (totpRequired) return <Framed path="totp" load={table.totpPage} />;
  if (matched === undefined) return <NotFoundPage />;
  const { route, params } = matched;
  if (!mayEnter(auth, route.auth)) return <NoPermissionPage title={route.title} />;
  return <Framed key={path} path={path} load={route.load} params={params} />;
};

interface FramedPage {
  readonly path: string;
  readonly load: Route['load'];
  readonly params?: MatchedRoute['params'];
}

/** A page inside its error boundary, with a skeleton while it loads. */
const Framed = ({ path, load, params = noParams }: FramedPage): ReactNode => {
  useEffect(() => forgetFailedChunks, []);
  return (
    <PageBoundary>
      <Suspense fallback={waiting}>
        <Arrival path={path}>
          <LoadedPage load={load} params={params} />
        </Arrival>
      </Suspense>
    </PageBoundary>
  );
};

/** The page is made by its module; `createElement` because it is looked up, not made, while rendering. */
const LoadedPage = ({ load, params = noParams }: Pick<FramedPage, 'load' | 'params'>): JSX.Element =>
  createElement(useChunk(load), { params });

const Unreachable = (): JSX.Element => (
  <EmptyState
    title="连接不上服务"
    text="请检查网络后重试。"
    action={
      <Button variant="primary" onClick={() => void startUp()}>
        重试
      </Button>
    }
  />
);
