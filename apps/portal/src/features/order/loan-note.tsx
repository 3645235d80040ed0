import { Callout } from '@ronghui/ui';
import type { JSX } from 'react';

/** What stands wherever a loan is offered; nothing for other products. @source R10.13 */
export const LoanNote = ({ rate }: { rate: string | undefined }): JSX.Element | null =>
  rate === undefined ? null : (
    <Callout tone="warn">
      年化利率 {rate}（单利），由出资机构审批后写入合同。<b>贷款有风险，借款需谨慎</b>
    </Callout>
  );
