import { serviceDaysAtMost } from '@ronghui/domain/chat/reception-kind';
import { Card, EmptyState, FilterBar, type FilterField, LineChart, PageHead, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { useListState } from '@ronghui/web/state/list-state';
import type { JSX } from 'react';
import { countText, countTick, dayFaultOf, Sums } from '#features/business/business.shared.ts';
import { paths } from '#kernel/paths.ts';
import css from './figures.module.css';
import { type Asked, type Figures, type ServiceFigures, useServiceFigures } from './figures-queries.ts';
import { noCategory, secondsText, shareText, shownDaysOf, starsText } from './figures-words.ts';
import { GroupTable } from './group-table.tsx';

const names = ['from', 'to'] as const;
const fields: readonly FilterField[] = [{ kind: 'dates', name: 'from', to: 'to', label: '日期' }];

/** How customer service goes, each figure with the way to its receptions. @source service 5.5 */
export const FiguresPage = (): JSX.Element => {
  const pageType = usePageType();
  const { values, apply, clear } = useListState(names);
  const asked = shownDaysOf(values);
  const fault = dayFaultOf(asked, serviceDaysAtMost);
  const { state, query } = useServiceFigures(asked, fault === undefined);
  return (
    <>
      <PageHead
        pageType="PC"
        title="客服统计"
        sub={`按接待开始的日期统计，一次最多 ${serviceDaysAtMost}\u00a0天；每个数字都通往它的接待。访客的接待保留 180\u00a0天，更早的只含商户。`}
      />
      <div className={css.body}>
        <FilterBar
          pageType={pageType}
          fields={fields}
          values={{ ...values, ...asked }}
          onChange={apply}
          onClear={clear}
        />
        {fault === undefined ? (
          <PageState
            state={state}
            loading={<Skeleton shape="row" count={8} />}
            empty={<EmptyState title="这段时间没有接待" text="客户在门户里发起咨询之后，会统计在这里。" />}
            onRetry={() => void query.refetch()}
          >
            {(figures) => <Cards figures={figures} asked={asked} />}
          </PageState>
        ) : (
          <EmptyState title={fault} text="请在上方改日期。" />
        )}
      </div>
    </>
  );
};

const linkOf = (count: number, search: Parameters<typeof paths.receptions>[0]): string | undefined =>
  count === 0 ? undefined : href(paths.receptions(search));

const timesOf = (label: string, of: Figures['firstAnswerSec'], link: string | undefined) =>
  of === null
    ? { label, text: '—' }
    : { label, text: secondsText(of.median), href: link, note: `95% 在 ${secondsText(of.p95)}内` };

const sumsOf = (total: Figures, asked: Asked) => {
  const { receptions, robot, handedOver, answered, unanswered, left, rated, poor, stars } = total;
  const answeredLink = linkOf(answered, { ...asked, kind: 'answered' });
  const counted = (label: string, count: number, kind: string, note?: string) => ({
    label,
    text: countText(count, '次'),
    href: linkOf(count, { ...asked, kind }),
    ...(note === undefined ? {} : { note }),
  });
  return [
    { label: '接待', text: countText(receptions, '次'), href: linkOf(receptions, asked) },
    counted('机器人独立接待', robot, 'robot', shareText(robot, receptions)),
    counted('转人工', handedOver, 'handedOver', shareText(handedOver, receptions)),
    counted('无人回复', unanswered, 'unanswered', shareText(unanswered, handedOver)),
    counted('留言', left, 'left'),
    timesOf('首次回复（中位）', total.firstAnswerSec, answeredLink),
    timesOf('处理时长（中位）', total.resolutionSec, answeredLink),
    {
      label: '评价',
      text: starsText(stars, rated),
      href: linkOf(rated, { ...asked, kind: 'rated' }),
      note: countText(rated, '份'),
    },
    counted('差评', poor, 'poor'),
  ];
};

const Cards = ({ figures, asked }: { readonly figures: ServiceFigures; readonly asked: Asked }): JSX.Element => (
  <div className={css.body}>
    <Card title="概况">
      <Sums sums={sumsOf(figures.total, asked)} />
      <p className={css.note}>首次回复与处理时长从客户要求转人工算起，不含转为留言的接待。</p>
    </Card>
    <Card title="每日接待">
      <LineChart
        label="每日接待"
        pointLabel="日期"
        tickText={countTick}
        series={[
          { label: '接待', tone: 'solid' },
          { label: '转人工', tone: 'striped' },
        ]}
        points={figures.days.map(({ on, receptions, handedOver }) => ({
          name: on,
          short: on.slice(5),
          values: [
            { value: receptions, text: countText(receptions, '次'), href: linkOf(receptions, { from: on, to: on }) },
            {
              value: handedOver,
              text: countText(handedOver, '次'),
              href: linkOf(handedOver, { from: on, to: on, kind: 'handedOver' }),
            },
          ],
        }))}
      />
    </Card>
    <Card title="每日首次回复">
      <LineChart
        label="每日首次回复"
        pointLabel="日期"
        tickText={(value) => secondsText(Math.round(value))}
        series={[
          { label: '中位', tone: 'solid' },
          { label: '95% 以内', tone: 'striped' },
        ]}
        points={figures.days.map(({ on, answered, firstAnswerSec }) => ({
          name: on,
          short: on.slice(5),
          values: [firstAnswerSec?.median, firstAnswerSec?.p95].map((value) => ({
            value: value ?? 0,
            text: value === undefined ? '—' : secondsText(value),
            href: value === undefined ? undefined : linkOf(answered, { from: on, to: on, kind: 'answered' }),
          })),
        }))}
      />
    </Card>
    <Card title="按类别">
      <GroupTable
        name="chatCategories"
        label="按类别"
        title="小结的类别"
        unit="个类别"
        rows={figures.categories.map(({ category, ...row }) => ({
          key: category ?? noCategory,
          called: category ?? '未写小结',
          search: { ...asked, category: category ?? noCategory },
          ...row,
        }))}
      />
    </Card>
    <Card title="按客服">
      <GroupTable
        name="chatMembers"
        label="按客服"
        title="最后接待的客服"
        unit="位客服"
        rows={figures.members.map(({ staffId, name, ...row }) => ({
          key: staffId,
          called: name,
          search: { ...asked, staffId },
          ...row,
        }))}
      />
    </Card>
  </div>
);
