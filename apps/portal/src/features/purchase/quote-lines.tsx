import { rmbText } from '@ronghui/domain/money';
import { Callout, PriceLines, type PriceLinesProps } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Quote } from './purchase-queries.ts';

interface QuoteLinesProps extends Omit<PriceLinesProps, 'items' | 'total'> {
  readonly price: Pick<NonNullable<Quote['price']>, 'items' | 'totalAmount'> | undefined;
}

/** The lines of a price and its sum; a dash while there is no sum. @source R10.2 */
export const QuoteLines = ({ price, ...lines }: QuoteLinesProps): JSX.Element => (
  <PriceLines
    items={(price?.items ?? []).map(({ label, amount }) => ({ label, amount: rmbText(amount) }))}
    total={price === undefined ? null : rmbText(price.totalAmount)}
    {...lines}
  />
);

/** The note on loans; renders nothing for other products. @source R10.13 */
export const LoanNote = ({
  rate,
  orgName = '出资机构',
}: {
  rate: string | undefined;
  orgName?: string | undefined;
}): JSX.Element | null =>
  rate === undefined ? null : (
    <Callout tone="warn">
      年化利率 {rate}（单利），由{orgName}审批后写入合同。<b>贷款有风险，借款需谨慎</b>
    </Callout>
  );
