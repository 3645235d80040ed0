import { DateTime } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import type { JSX } from 'react';
import { saveProject, useProject } from './dimension-queries.ts';
import { KeptDrawer } from './kept-drawer.tsx';
import { NameForm } from './name-form.tsx';

const KnownProject = ({ projectId, onClose }: { projectId: string; onClose: () => void }): JSX.Element => {
  const { state, query } = useProject(projectId);
  const attempt = useAttemptKey();
  return (
    <KeptDrawer
      what="项目"
      draft={`project-${projectId}`}
      state={state}
      onRetry={() => void query.refetch()}
      facts={({ name, tenantName, createdAt }) => [
        { label: '商户', value: tenantName },
        { label: '项目', value: name },
        { label: '建立时间', value: <DateTime value={createdAt} /> },
      ]}
      save={({ tenantId }, { name, version }) => attempt({ tenantId, projectId, version, name }, saveProject)}
      onClose={onClose}
    />
  );
};

const NewProject = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const attempt = useAttemptKey();
  return (
    <NameForm
      what="项目"
      draft="project"
      kept={undefined}
      asksTenant
      save={({ name, tenantId }) => attempt({ tenantId, projectId: undefined, version: undefined, name }, saveProject)}
      onClose={onClose}
      onTakeTheirs={onClose}
    />
  );
};

interface ProjectDrawerProps {
  /** None to make one. */
  readonly projectId?: string;
  readonly onClose: () => void;
}

/** Makes a project for a merchant; a known one is read or renamed. @source R11.6 */
export const ProjectDrawer = ({ projectId, onClose }: ProjectDrawerProps): JSX.Element =>
  projectId === undefined ? <NewProject onClose={onClose} /> : <KnownProject projectId={projectId} onClose={onClose} />;
