import { PageHead, PageState, Skeleton, useOutcome } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { currentLocation, navigate, useSearch } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useEffect } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type Certification, useCertification } from './certification-queries.ts';
import { PassedView, PendingView, ReadOnlyView } from './status-views.tsx';

const TransferView = lazyPart(() => import('./transfer-form.tsx'));
/** Fetches it, also ahead: who is certified seldom needs the form. */
export const loadWizard = () => import('./wizard.tsx');
const Wizard = lazyPart(loadWizard, <Skeleton shape="card" count={2} />);

/** The word for a status in the address; `pending` also covers 待打款验证. @source R3.4 */
const wordOf = (status: Certification['status']): string => (status === 'pendingTransfer' ? 'pending' : status);

/** Certification of the company: its status, and what to do next. @source R4.11, R10.8 */
export const CertificationPage = ({ params }: PageProps): JSX.Element => {
  const pageType = usePageType();
  const query = useCertification();
  const word = params['status'];
  const own = query.data === undefined ? undefined : wordOf(query.data.status);
  const outcome = useOutcome(query.data?.status);
  useEffect(() => {
    // Replaces a status in the address that is not the tenant's.
    if (word === undefined || own === undefined || word === own) return;
    const { search } = currentLocation();
    navigate(`${paths.verify(own)}${search === '' ? '' : `?${search}`}`, { replace: true });
  }, [word, own]);
  return (
    <div ref={outcome}>
      <PageHead pageType={pageType} title="企业认证" />
      <PageState
        state={queryStatus('certification.get', query)}
        loading={<Skeleton shape="card" count={2} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {(certification) => <StatusView certification={certification} />}
      </PageState>
    </div>
  );
};

const StatusView = ({ certification }: { certification: Certification }): JSX.Element => {
  const mayCertify = useAuth()['certification.write'] === true;
  const [search, setSearch] = useSearch();
  if (!mayCertify) return <ReadOnlyView certification={certification} />;
  const { status, submissionNo } = certification;
  if (status === 'pending') return <PendingView certification={certification} />;
  if (status === 'pendingTransfer') return <TransferView certification={certification} />;
  if (status === 'passed' && search.get('change') !== 'on') {
    return <PassedView certification={certification} onChange={() => setSearch({ change: 'on' })} />;
  }
  return <Wizard key={`${status} ${submissionNo ?? ''}`} certification={certification} />;
};
