import { mayApproveBills } from '@ronghui/domain/member';
import { call } from '@ronghui/web/calls/call';
import { useQuery } from '@tanstack/react-query';
import { useAuth } from '#kernel/start-up.ts';

/** Whether a member other than the reader may approve bills, however many members there are. */
const findsOther = async (signal: AbortSignal): Promise<boolean> => {
  let cursor: string | undefined;
  do {
    const part = { pageSize: 100, ...(cursor !== undefined && { cursor }) };
    const { items, nextCursor } = await call('member.page', part, { signal });
    if (items.some(({ isSelf, role }) => !isSelf && mayApproveBills(role))) return true;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return false;
};

/** Whether nobody but the reader may approve bills, where that is asked; false until it is known, and for who may not read the members. @source R10.3 */
export const useIsOnlyApprover = (isAsked: boolean): boolean => {
  const mayRead = useAuth()['member.manage'] === true;
  const { data } = useQuery({
    queryKey: ['member', 'otherApprover'],
    queryFn: ({ signal }) => findsOther(signal),
    enabled: isAsked && mayRead,
  });
  return isAsked && mayRead && data === false;
};
