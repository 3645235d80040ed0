import type { JSX, ReactNode } from 'react';
import type { Route } from '../route-table.ts';
import { AuthGuard } from './auth-guard.tsx';
import { LoginGuard } from './login-guard.tsx';

interface GateProps {
  readonly route: Pick<Route, 'access' | 'auth' | 'noAuth'>;
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** Who may see a page: one who is logged in, where it is a merchant's, and holds one of its keys, where it names some. */
export const Gate = ({ route, waiting, children }: GateProps): JSX.Element => {
  const guarded = (
    <AuthGuard auth={route.auth} noAuth={route.noAuth}>
      {children}
    </AuthGuard>
  );
  return route.access === 'merchant' ? <LoginGuard waiting={waiting}>{guarded}</LoginGuard> : guarded;
};
