import { serverNow } from '@ronghui/web/calls/call';
import { useSite, useUser } from './start-up.ts';

/** What the head of a printed document says beside its title: the platform, the company, and when. @source R10.2 */
export const usePaper = (): { readonly brand: string; readonly party: string; readonly printedAt: number } => {
  const { brand } = useSite();
  const user = useUser();
  const party = user?.tenants.find(({ tenantId }) => tenantId === user.tenantId)?.name ?? '';
  return { brand: brand.name, party, printedAt: serverNow() };
};
