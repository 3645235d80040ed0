import { providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Checkbox, Dialog, Facts } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from '../billing.module.css';
import { useNames } from '../names-queries.ts';
import { type Check, type Generation, issueBills, type Part } from './billing-queries.ts';

interface IssueDialogProps {
  readonly stageId: string;
  readonly stageName: string;
  readonly part: Part;
  readonly drafts: Check['drafts'];
  readonly confirmation: Generation['confirmation'];
  /** Why it would be early, which is agreed to by itself; undefined on the day and after it. */
  readonly early: string | undefined;
  readonly onClose: () => void;
}

const chosen = (id: string): string | undefined => (id === '' ? undefined : id);

const kinds = [
  ['商户', 'tenant', 'tenantId'],
  ['产品', 'product', 'productId'],
  ['机构', 'org', 'orgId'],
] as const;

/** The chosen part by its names; a name that is not answered stands by its number. */
const usePartFacts = (part: Part) => {
  const names = {
    tenant: useNames('tenant', { id: part.tenantId, isAsked: part.tenantId !== '' }),
    product: useNames('product', { id: part.productId, isAsked: part.productId !== '' }),
    org: useNames('org', { id: part.orgId, isAsked: part.orgId !== '' }),
  };
  const chosen = kinds.filter(([, , field]) => part[field] !== '');
  if (chosen.length === 0) return [{ label: '范围', value: '整个账期' }];
  return chosen.map(([label, kind, field]) => ({
    label,
    value: names[kind].find(({ value }) => value === part[field])?.label ?? part[field],
  }));
};

/** Says what an issue will do, with its numbers, and issues what was seen. @source R11.6, ux "Always" */
export const IssueDialog = (props: IssueDialogProps): JSX.Element => {
  const { stageId, stageName, part, drafts, confirmation, early, onClose } = props;
  const [isAgreed, setAgreed] = useState(early === undefined);
  const { count, payableAmount, receivableAmount } = drafts;
  const partFacts = usePartFacts(part);
  const attempt = useAttemptKey();
  const [isBusy, setBusy] = useState(false);
  const issue = async (): Promise<void> => {
    setBusy(true);
    const of = {
      tenantId: chosen(part.tenantId),
      productId: chosen(part.productId),
      orgId: chosen(part.orgId),
      projectId: undefined,
    };
    try {
      await attempt({ stageId, ...of, count, payableAmount, receivableAmount }, issueBills);
      showToast('ok', '已开始出账，完成后商户会收到通知');
    } catch (error) {
      showError('ops.bill.issue', error);
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Dialog
      open
      title={`出账：${stageName}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>暂不出账</Button>
          <Button variant="primary" loading={isBusy} disabled={!isAgreed} onClick={() => void issue()}>
            出账 {count.toLocaleString('en-US')}&nbsp;张账单
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <Facts
          items={[
            ...partFacts,
            { label: '账单', value: `${count.toLocaleString('en-US')}\u00a0张` },
            { label: `${providerDirectionNames.payable}合计`, value: rmbText(payableAmount) },
            { label: `${providerDirectionNames.receivable}合计`, value: rmbText(receivableAmount) },
            { label: '确认截止', value: `${confirmation.on} 24:00` },
          ]}
        />
        {early === undefined ? null : (
          <Callout tone="warn">
            {early}。出账之后账期不再接受明细，这之后的业务不会计入。
            <Checkbox checked={isAgreed} onCheckedChange={setAgreed}>
              确认提前出账
            </Checkbox>
          </Callout>
        )}
        {confirmation.note === null ? null : <Callout tone="warn">{confirmation.note}</Callout>}
        <Callout>出账后账单编号并通知商户，明细与金额不再修改；逾期未确认的视为已确认。出账不能撤回。</Callout>
      </div>
    </Dialog>
  );
};
