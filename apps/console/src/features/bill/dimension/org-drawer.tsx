import { DateTime } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import type { JSX } from 'react';
import { saveOrg, useOrg } from './dimension-queries.ts';
import { KeptDrawer } from './kept-drawer.tsx';
import { NameForm } from './name-form.tsx';

const KnownOrg = ({ orgId, onClose }: { orgId: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useOrg(orgId);
  const attempt = useAttemptKey();
  return (
    <KeptDrawer
      what="机构"
      draft={`org-${orgId}`}
      state={state}
      onRetry={() => void query.refetch()}
      facts={({ name, createdAt }) => [
        { label: '机构', value: name },
        { label: '建立时间', value: <DateTime value={createdAt} /> },
      ]}
      save={(_row, { name, version }) => attempt({ orgId, version, name }, saveOrg)}
      onClose={onClose}
    />
  );
};

const NewOrg = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const attempt = useAttemptKey();
  return (
    <NameForm
      what="机构"
      draft="org"
      kept={undefined}
      save={({ name }) => attempt({ orgId: undefined, version: undefined, name }, saveOrg)}
      onClose={onClose}
      onTakeTheirs={onClose}
    />
  );
};

interface OrgDrawerProps {
  /** None to make one. */
  readonly orgId?: string;
  readonly onClose: () => void;
}

/** Makes an organisation; a known one is read or renamed. @source R11.6 */
export const OrgDrawer = ({ orgId, onClose }: OrgDrawerProps): JSX.Element =>
  orgId === undefined ? <NewOrg onClose={onClose} /> : <KnownOrg orgId={orgId} onClose={onClose} />;
