import { type BehaviorStep, behaviorSteps } from '@ronghui/domain/behavior';
import { dayLater, dayOf } from '@ronghui/domain/calendar';
import {
  Card,
  DateTime,
  EmptyState,
  FilterBar,
  type FilterField,
  FunnelChart,
  LineChart,
  PageHead,
  PageState,
  Skeleton,
} from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { useListState } from '@ronghui/web/state/list-state';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './behavior.module.css';
import { type Asked, type Figures, useFigures, usePages } from './behavior-queries.ts';
import { countText, stepNames } from './behavior-words.ts';
import { PageTable, type Sort, sorts } from './page-table.tsx';

const names = ['from', 'to', 'step', 'pageId', 'sort'] as const;
const shownDays = 30;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'step',
    label: '步骤',
    options: behaviorSteps.map((value) => ({ value, label: stepNames[value] })),
  },
  { kind: 'dates', name: 'from', to: 'to', label: '日期' },
  { kind: 'text', name: 'pageId', label: '页面', placeholder: '如 /portal/home', maxLength: 64 },
  {
    kind: 'select',
    name: 'sort',
    label: '排序',
    options: Object.entries(sorts).map(([value, { label }]) => ({ value, label })),
  },
];

/** What the address asks for; the last 30 days where it names none. It may hold any value: the server checks it. */
const askedOf = ({ from, to, step, pageId }: Readonly<Record<(typeof names)[number], string>>): Asked => {
  const today = dayOf(new Date(serverNow()));
  const last = to === '' ? today : to;
  return {
    from: from === '' ? (to === '' ? dayLater(today, 1 - shownDays) : last) : from,
    to: last,
    ...(step === '' ? {} : { step: step as BehaviorStep }),
    ...(pageId === '' ? {} : { pageId }),
  };
};

const Days = ({ figures, asked }: { figures: Figures; asked: Asked }): JSX.Element => {
  const linkOf = (value: number, on: string) =>
    value === 0 ? undefined : href(paths.behavior({ ...asked, from: on, to: on }));
  return (
    <LineChart
      label="每日访问"
      pointLabel="日期"
      tickText={countText}
      series={[
        { label: '访问次数', tone: 'solid' },
        { label: '访客', tone: 'striped' },
      ]}
      points={figures.days.map(({ on, visits, visitors }) => ({
        name: on,
        short: on.slice(5),
        values: [visits, visitors].map((value) => ({ value, text: countText(value), href: linkOf(value, on) })),
      }))}
    />
  );
};

/** What visitors did at the portal: visits by day and page, and how far they came on the way to an order. @source R11.8 */
export const BehaviorPage = (): JSX.Element => {
  const pageType = usePageType();
  const { values, apply, clear } = useListState(names);
  const asked = askedOf(values);
  const figures = useFigures(asked);
  const pages = usePages(asked);
  const sort: Sort = values.sort in sorts ? (values.sort as Sort) : 'visits';
  const none = <EmptyState title="这段时间没有访问记录" text="访客打开门户的页面之后，会统计在这里。" />;
  const isEmpty = pages.state.status === 'ready' && pages.state.data.items.length === 0;
  return (
    <>
      <PageHead pageType="PC" title="访客行为" sub="门户的访问与下单漏斗，按上海时间的日期统计，约每十分钟更新。" />
      <div className={css.body}>
        <FilterBar
          pageType={pageType}
          fields={fields}
          values={{ ...values, from: asked.from, to: asked.to, sort }}
          onChange={apply}
          onClear={clear}
        />
        <PageState
          state={figures.state}
          loading={<Skeleton shape="row" count={8} />}
          empty={none}
          onRetry={() => void figures.query.refetch()}
        >
          {(data) => (
            <div className={css.body}>
              <Card
                title="每日访问"
                actions={
                  data.countedAt === null ? undefined : (
                    <span className={css.note}>
                      统计至 <DateTime value={data.countedAt} />
                    </span>
                  )
                }
              >
                <Days figures={data} asked={asked} />
              </Card>
              <Card title="下单漏斗">
                <FunnelChart
                  label="从首页到下单的漏斗"
                  stepLabel="步骤"
                  countLabel="访客（按日相加）"
                  steps={data.funnel.map(({ step, visitors }) => ({
                    name: stepNames[step],
                    value: visitors,
                    text: countText(visitors),
                    href: visitors === 0 ? undefined : href(paths.behavior({ from: asked.from, to: asked.to, step })),
                  }))}
                />
                <p className={css.note}>同一访客当天依次走到的步骤；各步按先后计算，跳过前一步的不计入。</p>
              </Card>
            </div>
          )}
        </PageState>
        {/* Below figures whose height is not known before. */}
        {figures.state.status === 'loading' ? null : (
          <Card title="各页面的访问">
            <PageState
              state={isEmpty ? { status: 'empty' } : pages.state}
              loading={<Skeleton shape="row" count={8} />}
              empty={none}
              onRetry={() => void pages.query.refetch()}
            >
              {(data) => <PageTable pages={data} asked={asked} sort={sort} />}
            </PageState>
          </Card>
        )}
      </div>
    </>
  );
};
