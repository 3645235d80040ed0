import { dayOf } from '@ronghui/domain/calendar';
import { Button, EmptyState, PageHead, PageState, Skeleton } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { href, useSearch } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { CertifyFirst } from '#features/certification/certification.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { useYear } from '../recon-queries.ts';
import css from './year.module.css';
import { YearCards } from './year-cards.tsx';
import { YearTable } from './year-table.tsx';
import { yearSummary } from './year-words.ts';

/** The bounds of the operation. */
const firstYear = 2000;
const lastYear = 2099;

const yearOf = (text: string | null): number => {
  const year = text !== null && /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  return year >= firstYear && year <= lastYear ? year : Number(dayOf(new Date(serverNow())).slice(0, 4));
};

/** The way to the years before and after. */
const YearSteps = ({ year }: { year: number }): JSX.Element => (
  <nav className={css.steps} aria-label="年份">
    {year > firstYear ? <Button href={href(paths.reconYear({ year: String(year - 1) }))}>{year - 1} 年</Button> : null}
    <b className={css.now} aria-current="page">
      {year} 年
    </b>
    {year < lastYear ? <Button href={href(paths.reconYear({ year: String(year + 1) }))}>{year + 1} 年</Button> : null}
  </nav>
);

/** The stages of a year with the state of each reconciliation, which leads to its run. @source R13.4, R10.10 */
export const YearPage = (): JSX.Element => {
  const pageType = usePageType();
  const [search] = useSearch();
  const year = yearOf(search.get('year'));
  const { state, retry, isUncertified } = useYear(year);
  const mayWrite = useAuth()['recon.write'] === true;
  if (isUncertified) return <CertifyFirst title="全年对账" />;
  return (
    <>
      <PageHead
        pageType={pageType}
        title="全年对账"
        sub={state.status === 'ready' ? yearSummary(state.data.stages) : '每个账期对到哪一步，一眼看完。'}
        actions={<YearSteps year={year} />}
      />
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={12} />}
        empty={<EmptyState title={`${year} 年没有账期`} text="平台出账之后，这一年的账期会列在这里。" />}
        onRetry={retry}
      >
        {({ stages }) =>
          pageType === 'PC' ? (
            <YearTable year={year} stages={stages} mayWrite={mayWrite} />
          ) : (
            <YearCards year={year} stages={stages} mayWrite={mayWrite} />
          )
        }
      </PageState>
    </>
  );
};
