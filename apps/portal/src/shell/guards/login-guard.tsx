import { type JSX, type ReactNode, useEffect } from 'react';
import { askForLogin } from '#kernel/session.ts';
import { startUpStore } from '#kernel/start-up.ts';

/** Sends a visitor from the merchant area to the login and back; shows `waiting` until the start-up call has answered. @source R1.1, R2.10 */
export const LoginGuard = ({ waiting, children }: { waiting: ReactNode; children: ReactNode }): JSX.Element => {
  const { phase, user } = startUpStore.use();
  const isVisitor = user === null && phase !== 'starting';
  useEffect(() => {
    if (isVisitor) askForLogin();
  }, [isVisitor]);
  return <>{user === null ? waiting : children}</>;
};
