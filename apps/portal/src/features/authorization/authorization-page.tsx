import { authorizationStatuses, authorizationStatusNames } from '@ronghui/domain/authorization';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { ExportButton } from '#features/export/export.shared.ts';
import {
  type Authorization,
  type AuthorizationFilter,
  exportAuthorizations,
  useAuthorizationList,
} from './authorization-queries.ts';
import { AuthorizationCard, authorizationColumns } from './authorization-rows.tsx';

/** Fetches it, also ahead. */
export const loadAuthorizationDrawer = () => import('./authorization-drawer.tsx');
const AuthorizationDrawer = lazyPart(loadAuthorizationDrawer);

const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: authorizationStatuses.map((value) => ({ value, label: authorizationStatusNames[value] })),
  },
];
const keyOf = ({ recordId }: Authorization): string => recordId;
const card = (record: Authorization): JSX.Element => <AuthorizationCard record={record} />;

/** The consent ledger: shows consents, withdraws them and exports them. @source R10.6 */
export const AuthorizationPage = (): JSX.Element => {
  const list = useAuthorizationList();
  return (
    <>
      <ListPage
        title="授权记录"
        sub="您同意过的每一件事都在这里，随时可以查看当时的原文，也随时可以撤回。"
        actions={
          <>
            <DownloadButton filter={list.filter} />
            <ExportButton kind="authorizations" fields={fields} {...list} />
          </>
        }
        list={list}
        name="authorizations"
        label="授权"
        unit="条"
        keyOf={keyOf}
        columns={authorizationColumns}
        card={card}
        opens
        fields={fields}
        note={list.values.orgId === '' ? null : <OneOrg onAll={() => list.apply({ orgId: '' })} />}
        empty={{ title: '还没有授权记录', text: '注册、下单、认证时同意的每一项，都会在这里留下一条。' }}
      />
      {list.open === null ? null : (
        <AuthorizationDrawer
          key={list.open}
          recordId={list.open}
          onClose={list.close}
          onOrg={(orgId) => list.apply({ orgId })}
        />
      )}
    </>
  );
};

const OneOrg = ({ onAll }: { onAll: () => void }): JSX.Element => (
  <p>
    只看一个机构的授权。
    <Button size="small" variant="ghost" onClick={onAll}>
      看全部机构
    </Button>
  </p>
);

const DownloadButton = ({ filter }: { filter: AuthorizationFilter }): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await exportAuthorizations(filter));
    } catch (error) {
      showError('authorization.download', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} onClick={() => void save()}>
      下载
    </Button>
  );
};
