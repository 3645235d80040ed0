import { type JSX, useEffect } from 'react';
import { lazyPart } from '#kernel/chunks.tsx';
import { askForLogin } from '#kernel/session.ts';
import { startUpStore } from '#kernel/start-up.ts';
import { ConfigSkeleton } from './config-skeleton.tsx';
import type { Config } from './config-state.ts';

const PurchaseConfirm = lazyPart(() => import('./purchase-confirm.tsx'), <ConfigSkeleton />);

interface PurchaseStepProps {
  readonly config: Config;
  /** Fetches the product, and with it its agreements, anew. */
  readonly onReload: () => Promise<unknown>;
}

/** Behind the login, to which a visitor is taken and from which the way leads back here. @source R1.1 */
export const PurchaseStep = ({ config, onReload }: PurchaseStepProps): JSX.Element => {
  const { phase, user } = startUpStore.use();
  const isVisitor = user === null && phase !== 'starting';
  useEffect(() => {
    if (isVisitor) askForLogin();
  }, [isVisitor]);
  if (user === null) return <ConfigSkeleton />;
  // What one has agreed to for a tenant is not agreed to for another.
  return <PurchaseConfirm key={user.userId + user.tenantId} config={config} user={user} onReload={onReload} />;
};
