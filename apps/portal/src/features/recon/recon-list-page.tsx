import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href, useSearch } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { CertifyFirst } from '#features/certification/certification.shared.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { saveTemplate } from './ledger-template.ts';
import css from './recon.module.css';
import { type Run, useRunList, useStages } from './recon-queries.ts';
import { RunCard, runColumns } from './run-rows.tsx';

/** Fetches it, also ahead. */
export const loadSettingsDrawer = () => import('./settings-drawer.tsx');
const SettingsDrawer = lazyPart(loadSettingsDrawer);

const keyOf = ({ runId }: Run): string => runId;
const card = (run: Run): JSX.Element => <RunCard run={run} />;

/** The runs of the tenant, and the ways to a new one, to the year and to the tolerances. @source R10.10, R13.4, R4.13 */
export const ReconListPage = (): JSX.Element => {
  const { list, isUncertified } = useRunList();
  const { options } = useStages();
  const mayWrite = useAuth()['recon.write'] === true;
  const [search, change] = useSearch();
  if (isUncertified) return <CertifyFirst title="对账管理" />;
  // The empty list has the same button in its middle.
  const hasNothing = list.total === 0 && !list.isFiltered;
  const fields: readonly FilterField[] = [{ kind: 'select', name: 'stageId', label: '账期', options }];
  return (
    <>
      <ListPage
        title="对账管理"
        sub="上传自己的账，与平台账单的明细逐笔核对。"
        list={list}
        name="recon"
        label="对账"
        unit="次对账"
        keyOf={keyOf}
        columns={runColumns}
        card={card}
        fields={fields}
        actions={
          <>
            <Button href={href(paths.reconYear())}>全年对账</Button>
            <Button onClick={() => change({ settings: 'open' })}>对账设置</Button>
            {mayWrite && !hasNothing ? (
              <Button variant="primary" href={href(paths.reconNew())}>
                新建对账
              </Button>
            ) : null}
          </>
        }
        empty={{
          title: '还没有对账',
          text: '上传一个账期的商户账，与平台明细逐笔核对，找出对不上的每一笔。支持 CSV 和 XLSX，微信支付、支付宝的账单可以直接上传。',
          action: (
            <span className={css.emptyActions}>
              {mayWrite ? (
                <Button variant="primary" href={href(paths.reconNew())}>
                  上传商户账
                </Button>
              ) : null}
              <Button onClick={saveTemplate}>下载模板</Button>
            </span>
          ),
        }}
      />
      {search.get('settings') === 'open' ? (
        <SettingsDrawer mayWrite={mayWrite} onClose={() => change({ settings: null }, { replace: true })} />
      ) : null}
    </>
  );
};
