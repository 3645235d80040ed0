import { movesPayee } from '@ronghui/domain/content';
import { Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import { withProofIf } from '#features/staff/staff.shared.ts';
import { useAuth } from '#kernel/start-up.ts';
import type { Body } from '../content-queries.ts';

/** Sends a publication with the proof that it needs; null when the member of staff cancelled. */
type SendProved = <Reply>(
  published: Body | null,
  next: Body,
  send: (stepTicket: string | undefined) => Promise<Reply>,
) => Promise<Reply | null>;

const useMayMove = (): boolean => useAuth()['ops.billing.write'] === true;

/**
 * The proof of a publication: none unless it moves the account that merchants pay to, else a fresh one.
 *
 * @source R6.3, R11.3
 */
export const usePublicationProof = (): SendProved => {
  const mayMove = useMayMove();
  return (published, next, send) => withProofIf(mayMove && movesPayee(published, next), '改动收款账户', send);
};

/** Whether a publication would move the account and one may not move it: the server would refuse it. @source R6.3 */
export const useIsForOthers = (before: Body | null, after: Body | undefined): boolean =>
  !useMayMove() && after !== undefined && movesPayee(before, after);

interface PayeeNoteProps {
  readonly before: Body | null;
  readonly after: Body;
  /** Whether it is a draft, which can be kept instead. */
  readonly isDraft: boolean;
}

/** Says before a publication that it moves the account, and whom that concerns. */
export const PayeeNote = ({ before, after, isDraft }: PayeeNoteProps): JSX.Element | null => {
  const mayMove = useMayMove();
  if (!movesPayee(before, after)) return null;
  return (
    <Callout tone="warn">
      收款账户有改动：发布后，所有商户的订单与账单都按新的收款账户付款。
      {mayMove
        ? '请与财务核对户名、开户行与账号；发布时须再次输入您的登录密码。'
        : `须由同时有账务权限的人员发布${isDraft ? '，您可以先保存草稿' : ''}。`}
    </Callout>
  );
};
