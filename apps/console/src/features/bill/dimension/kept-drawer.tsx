import { Drawer, EmptyState, Facts, type FactsProps, PageState, Skeleton } from '@ronghui/ui';
import type { QueryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { usePageTitle } from '#kernel/page-title.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type Kept, NameForm } from './name-form.tsx';

interface KeptDrawerProps<Row extends Kept> {
  readonly what: string;
  readonly draft: string;
  readonly state: QueryStatus<Row>;
  readonly onRetry: () => void;
  readonly facts: (row: Row) => FactsProps['items'];
  readonly save: (row: Row, given: { name: string; version: number | undefined }) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Something with a name: its form for whom may write, otherwise its facts. */
export const KeptDrawer = <Row extends Kept>(props: KeptDrawerProps<Row>): JSX.Element => {
  const { what, draft, state, onRetry, facts, save, onClose } = props;
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const [round, setRound] = useState(0);
  const row = state.status === 'ready' ? state.data : undefined;
  usePageTitle(row === undefined ? undefined : `${what} ${row.name}`);
  if (row !== undefined && mayWrite) {
    return (
      <NameForm
        key={round}
        what={what}
        draft={draft}
        kept={row}
        save={(given) => save(row, given)}
        onClose={onClose}
        onTakeTheirs={() => setRound(round + 1)}
      />
    );
  }
  return (
    <Drawer open title={what} onClose={onClose}>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={3} />}
        empty={<EmptyState kind="search" title={`没有这个${what}`} />}
        onRetry={onRetry}
      >
        {(detail) => <Facts items={facts(detail)} />}
      </PageState>
    </Drawer>
  );
};
