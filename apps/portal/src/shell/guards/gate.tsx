import type { JSX, ReactNode } from 'react';
import type { Route } from '../route-table.ts';
import { AuthGuard } from './auth-guard.tsx';
import { LoginGuard } from './login-guard.tsx';

interface GateProps {
  readonly route: Pick<Route, 'access' | 'auth' | 'noAuth'>;
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Guards a page: a merchant page needs a login, and a page with keys needs one of them. */
export const Gate = ({ route, waiting, children }: GateProps): JSX.Element => {
  const guarded = (
    <AuthGuard auth={route.auth} noAuth={route.noAuth}>
      {children}
    </AuthGuard>
  );
  return route.access === 'merchant' ? <LoginGuard waiting={waiting}>{guarded}</LoginGuard> : guarded;
};
