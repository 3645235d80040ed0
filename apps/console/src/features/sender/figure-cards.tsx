import { rmbText } from '@ronghui/domain/money';
import { refusalClassNames, type SmsScene, smsProviderNames, smsSceneNames } from '@ronghui/domain/sender/sms';
import { Card, type Column, DataTable, DateTime, Facts, PageState, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './sender.module.css';
import type { Figures, useFigures } from './sender-queries.ts';

type Hour = Figures['hours'][number];
type Failure = Figures['errors'][number] & { readonly at: string };

const countText = (count: number): string => count.toLocaleString('en-US');
const hourKey = ({ hour, provider }: Hour): string => `${hour} ${provider}`;
/** Several may have come at one moment. */
const failureKey = ({ at, mobileMasked, reason }: Failure): string => `${at} ${mobileMasked} ${reason}`;

const hourColumns: readonly Column<Hour>[] = [
  { key: 'hour', title: '小时', cell: ({ hour }) => <DateTime value={hour} />, share: 2, fixed: true },
  { key: 'provider', title: '通道', cell: ({ provider }) => smsProviderNames[provider] },
  { key: 'sent', title: '已受理', cell: ({ sent }) => countText(sent), align: 'right' },
  { key: 'delivered', title: '已送达', cell: ({ delivered }) => countText(delivered), align: 'right' },
  { key: 'failed', title: '未送达', cell: ({ failed }) => countText(failed), align: 'right' },
  {
    key: 'refused',
    title: '被拒绝',
    cell: ({ refused: { retry, failOver, wait, number } }) => countText(retry + failOver + wait + number),
    align: 'right',
  },
  ...(['retry', 'failOver', 'wait', 'number'] as const).map(
    (why): Column<Hour> => ({
      key: why,
      title: refusalClassNames[why],
      cell: ({ refused }) => countText(refused[why]),
      align: 'right',
      optional: true,
    }),
  ),
  { key: 'unanswered', title: '无答复', cell: ({ unanswered }) => countText(unanswered), align: 'right' },
  {
    key: 'median',
    title: '送达用时',
    cell: ({ medianSec }) => (medianSec === null ? '—' : `${medianSec}\u00a0秒`),
    align: 'right',
  },
];

const failureColumns: readonly Column<Failure>[] = [
  { key: 'at', title: '时间', cell: ({ at }) => <DateTime value={at} />, share: 2, fixed: true },
  { key: 'provider', title: '通道', cell: ({ provider }) => smsProviderNames[provider] },
  // A scene of a later version has no name here.
  { key: 'scene', title: '场景', cell: ({ scene }) => smsSceneNames[scene as SmsScene] ?? scene, share: 2 },
  { key: 'mobile', title: '手机号', cell: ({ mobileMasked }) => mobileMasked, share: 2, oneLine: true },
  {
    key: 'refusal',
    title: '类别',
    cell: ({ refusal }) => (refusal === null ? '未送达或无答复' : refusalClassNames[refusal]),
    share: 2,
  },
  { key: 'reason', title: '说明', cell: ({ reason }) => reason, share: 3 },
];

const Totals = ({ totals }: Pick<Figures, 'totals'>): JSX.Element =>
  totals.length === 0 ? (
    <p className={css.note}>这段时间没有发送短信。</p>
  ) : (
    <Facts
      columns={2}
      items={totals.map(({ provider, sent, costAmount }) => ({
        label: smsProviderNames[provider],
        value: `${countText(sent)}\u00a0条，${rmbText(costAmount)}`,
      }))}
    />
  );

/** How the providers did: sums and cost, hour by hour, and the last messages that did not arrive. @source running 2.5 */
export const FigureCards = ({
  figures: { query, state },
}: {
  readonly figures: ReturnType<typeof useFigures>;
}): JSX.Element => (
  <PageState
    state={state}
    loading={<Skeleton shape="row" count={6} />}
    empty={null}
    onRetry={() => void query.refetch()}
  >
    {({ totals, hours, errors }) => (
      <div className={css.body}>
        <Card title="发送量与费用">
          <Totals totals={totals} />
        </Card>
        <Card title="每小时">
          {hours.length === 0 ? (
            <p className={css.note}>这段时间没有发送短信。</p>
          ) : (
            <DataTable name="sender-hours" label="每小时的短信" columns={hourColumns} rows={hours} keyOf={hourKey} />
          )}
        </Card>
        <Card title="最近的失败">
          {errors.length === 0 ? (
            <p className={css.note}>没有失败的短信。</p>
          ) : (
            <DataTable
              name="sender-errors"
              label="最近失败的短信"
              columns={failureColumns}
              rows={errors}
              keyOf={failureKey}
            />
          )}
        </Card>
      </div>
    )}
  </PageState>
);
