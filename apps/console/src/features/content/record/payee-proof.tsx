import { movesPayee } from '@ronghui/domain/content';
import { Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import { askForProof } from '#features/staff/staff.shared.ts';
import type { Body } from '../content-queries.ts';

/**
 * The proof that a publication needs: none unless it moves the account that merchants pay to, else a fresh one. Null when the member of staff
 * cancelled.
 *
 * @source R6.3, R11.3
 */
export const proofFor = (published: Body | null, next: Body): Promise<string | null> | undefined =>
  movesPayee(published, next) ? askForProof('改动收款账户') : undefined;

/** Says before a publication that it moves the account, and whom that concerns. */
export const PayeeNote = ({ before, after }: { before: Body | null; after: Body }): JSX.Element | null =>
  movesPayee(before, after) ? (
    <Callout tone="warn">
      收款账户有改动：发布后，所有商户的订单与账单都按新的收款账户付款。请与财务核对户名、开户行与账号；发布时须再次输入您的登录密码。
    </Callout>
  ) : null;
