import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { type Stage, useStageList } from './dimension-queries.ts';
import { StageCard, stageColumns, stageStatusNames } from './stage-rows.tsx';

const StageDrawer = lazyPart(() => import('./stage-drawer.tsx'));

const keyOf = ({ stageId }: Stage): string => stageId;
const card = (stage: Stage): JSX.Element => <StageCard stage={stage} />;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: Object.entries(stageStatusNames).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'select',
    name: 'taken',
    label: '办理人',
    options: [
      { value: 'mine', label: '我的' },
      { value: 'free', label: '无人办理' },
    ],
  },
];

/** The stages that are billed together. @source R11.6 */
export const StageListPage = (): JSX.Element => {
  const list = useStageList();
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useAuth()['ops.billing.write'] === true;
  return (
    <>
      <ListPage
        title="账期"
        actions={
          mayWrite ? (
            <Button size="small" variant="primary" onClick={() => setCreating(true)}>
              新建账期
            </Button>
          ) : undefined
        }
        list={list}
        name="stages"
        label="账期"
        unit="个账期"
        keyOf={keyOf}
        columns={stageColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '还没有账期', text: '新建账期之后，导入明细，再生成账单。' }}
      />
      {list.open === null ? null : <StageDrawer key={list.open} stageId={list.open} onClose={list.close} />}
      {isCreating ? <StageDrawer onClose={() => setCreating(false)} /> : null}
    </>
  );
};
