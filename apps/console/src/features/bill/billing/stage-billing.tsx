import { providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Card, DateTime, Facts, FormField, todayInShanghai } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { serverNow } from '@ronghui/web/calls/call';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { OwnerBar } from '#features/desk/desk.shared.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../billing.module.css';
import { NameSelect } from '../name-select.tsx';
import { type BilledStage, type Generation, generateBills, isRunning, type Part, useCheck } from './billing-queries.ts';
import { CheckTable } from './check-table.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { JobState } from './job-state.tsx';
import { LeftOut } from './left-out.tsx';

interface StageBillingProps {
  readonly stageId: string;
  readonly stage: BilledStage | undefined;
  readonly generation: Generation;
  /** The server does not answer how its jobs go on. */
  readonly isSilent: boolean;
}

type Sums = Generation['drafts'];
const whole: Part = { tenantId: '', productId: '', orgId: '' };

const sumItems = (name: string, { payable, receivable }: Sums) =>
  (
    [
      ['payable', payable],
      ['receivable', receivable],
    ] as const
  ).flatMap(([direction, { bills, lines, amount }]) =>
    bills === 0
      ? []
      : [
          {
            label: `${name}，${providerDirectionNames[direction]}`,
            value: `${bills.toLocaleString('en-US')}\u00a0张，${lines.toLocaleString('en-US')}\u00a0笔明细，合计 ${rmbText(amount)}`,
          },
        ],
  );

/** Why an issue today would be early; undefined where it is not. */
const earlyText = (stage: BilledStage | undefined): string | undefined => {
  if (stage === undefined || stage.status === 'issued') return undefined;
  const today = todayInShanghai(serverNow());
  if (today < stage.opensOn) return `账期尚未开始，开始日是 ${stage.opensOn}`;
  return today < stage.issuesOn ? `还没有到出账日 ${stage.issuesOn}` : undefined;
};

/** The three steps of billing one stage. */
export const StageBilling = ({ stageId, stage, generation, isSilent }: StageBillingProps): JSX.Element => {
  const { generation: drawing, issue, drafts, issued, leftOut, confirmation, importedSince } = generation;
  const mayWrite = useAuth()['ops.billing.write'] === true;
  const [part, setPart] = useState(whole);
  const [isAsking, setAsking] = useState(false);
  const isBusy = isRunning(drawing) || isRunning(issue);
  const check = useCheck(stageId, part, `${drawing?.endedAt ?? ''} ${issue?.endedAt ?? ''}`);
  const isPart = Object.values(part).some((id) => id !== '');
  const seen = check.isPlaceholderData ? undefined : check.data?.drafts;
  const items = [...sumItems('草稿', drafts), ...sumItems('已出账', issued)];
  const hasDrafts = drafts.payable.bills + drafts.receivable.bills > 0;
  return (
    <>
      {hasDrafts ? <OwnerBar kind="stage" objectId={stageId} mayTake={mayWrite} /> : null}
      <Card title="1. 生成草稿">
        <div className={css.stack}>
          <JobState what="生成" job={drawing} isSilent={isSilent} />
          {items.length === 0 ? (
            <p className={css.note}>这个账期还没有账单。生成不会通知商户，出账之前可以反复生成。</p>
          ) : (
            <Facts items={items} />
          )}
          {importedSince === undefined ? null : (
            <Callout tone="warn">
              草稿已过时：
              <DateTime value={importedSince} /> 又导入了明细，草稿里没有。请重新生成草稿，核对后再出账。
            </Callout>
          )}
          <LeftOut leftOut={leftOut} />
          {mayWrite ? <GenerateButton stageId={stageId} isBusy={isBusy} isAgain={drawing !== null} /> : null}
        </div>
      </Card>
      <Card title="2. 与上期核对">
        <div className={css.stack}>
          <PartFields part={part} onChange={setPart} />
          <CheckTable query={check} stageId={stageId} />
        </div>
      </Card>
      {/* Below a table whose height is not known before. */}
      {check.isPending ? null : (
        <Card title="3. 出账">
          <div className={css.stack}>
            <JobState what="出账" job={issue} isSilent={isSilent} />
            {seen === undefined || seen.count === 0 ? (
              <p className={css.note}>{isPart ? '所选范围没有待出账的草稿。' : '没有待出账的草稿。'}</p>
            ) : (
              <p>
                {isPart ? '所选范围' : '整个账期'}共 {seen.count.toLocaleString('en-US')}&nbsp;张草稿，向商户收{' '}
                {rmbText(seen.payableAmount)}，付给商户 {rmbText(seen.receivableAmount)}；确认截止 {confirmation.on}。
              </p>
            )}
            {mayWrite && seen !== undefined && seen.count > 0 ? (
              <div>
                <Button
                  variant="primary"
                  disabled={isBusy || importedSince !== undefined}
                  onClick={() => setAsking(true)}
                >
                  {isPart ? '出账所选范围' : '全部出账'}
                </Button>
              </div>
            ) : null}
          </div>
        </Card>
      )}
      {isAsking && seen !== undefined ? (
        <IssueDialog
          stageId={stageId}
          stageName={stage?.name ?? ''}
          early={earlyText(stage)}
          part={part}
          drafts={seen}
          confirmation={confirmation}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
};

const GenerateButton = ({
  stageId,
  isBusy,
  isAgain,
}: {
  stageId: string;
  isBusy: boolean;
  isAgain: boolean;
}): JSX.Element => {
  const attempt = useAttemptKey();
  const generate = async (): Promise<void> => {
    try {
      await attempt({ stageId }, generateBills);
      showToast('ok', '已开始生成草稿');
    } catch (error) {
      showError('ops.bill.generate', error);
    }
  };
  return (
    <div>
      <Button disabled={isBusy} onClick={() => void generate()}>
        {isAgain ? '重新生成草稿' : '生成草稿'}
      </Button>
    </div>
  );
};

const PartFields = ({ part, onChange }: { part: Part; onChange: (part: Part) => void }): JSX.Element => (
  <div className={css.pair}>
    <FormField label="商户">
      <NameSelect
        kind="tenant"
        placeholder="全部商户"
        value={part.tenantId}
        onValueChange={(tenantId) => onChange({ ...part, tenantId })}
      />
    </FormField>
    <FormField label="产品">
      <NameSelect
        kind="product"
        placeholder="全部产品"
        value={part.productId}
        onValueChange={(productId) => onChange({ ...part, productId })}
      />
    </FormField>
    <FormField label="机构">
      <NameSelect
        kind="org"
        placeholder="全部机构"
        value={part.orgId}
        onValueChange={(orgId) => onChange({ ...part, orgId })}
      />
    </FormField>
  </div>
);
