import { feedbackReasonLength } from '@ronghui/domain/feedback';
import { rmbText, sumFen } from '@ronghui/domain/money';
import { Button, Callout, Dialog, FormField, PageState, Select, Skeleton, SubmitActions, TextArea } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { href } from '@ronghui/web/navigation/hash-location';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Claims, type Item, type Run, sendFeedback, useClaims, usePendingBills } from '../result-queries.ts';
import { counted, nameOf } from '../result-words.ts';
import css from './steps.module.css';
import { showStepError } from './use-steps.ts';

interface DisputeProps {
  readonly run: Run;
  readonly items: readonly Item[];
  /** The items are in feedback now. */
  readonly onSent: () => void;
  readonly onClose: () => void;
}

type Sent = readonly { readonly billNo: string; readonly feedbackNo: string }[];

/** Shows what the items become as feedback, asks for the reason, and links to what came of it. @source R13.3, R10.4 */
export const DisputeDialog = (props: DisputeProps): JSX.Element => {
  const [sent, setSent] = useState<Sent>();
  if (sent === undefined) return <DisputeForm {...props} onDone={setSent} />;
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="差异反馈已提出"
      actions={
        <Button variant="primary" onClick={props.onClose}>
          继续对账
        </Button>
      }
    >
      <div className={css.stack}>
        <p>平台在 3&nbsp;个工作日内答复，答复后通知您；账单在此期间为“差异处理中”，不能确认。</p>
        <ul className={css.plain}>
          {sent.map(({ billNo, feedbackNo }) => (
            <li key={feedbackNo}>
              <a href={href(paths.feedback({ open: feedbackNo }))}>差异反馈 {feedbackNo}</a>（账单 {billNo}）
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};

const DisputeForm = ({
  run,
  items,
  onSent,
  onClose,
  onDone,
}: DisputeProps & { onDone: (sent: Sent) => void }): JSX.Element => {
  const itemNos = items.map(({ itemNo }) => itemNo);
  const form = useForm({
    name: `recon-${run.runId}`,
    initial: { billNo: '', reason: '' },
    hints: ({ reason }) => ({ reason: reason.trim() === '' ? '请填写原因' : undefined }),
  });
  const { billNo, reason } = form.fields;
  const query = useClaims(run.runId, itemNos, billNo);
  const attempt = useAttemptKey();
  const claims = query.data?.claims ?? [];
  const needsBill = items.some(({ lines }) => lines.length === 0);
  const send = async (): Promise<void> => {
    const { runId, version } = run;
    try {
      const { feedbacks } = await attempt(
        {
          runId,
          itemNos,
          billNo: billNo === '' ? undefined : billNo,
          claims: claims.map((claim) => ({ billNo: claim.billNo, claimedAmount: claim.claimedAmount })),
          reason: reason.trim(),
          version,
        },
        sendFeedback,
      );
      form.clear();
      onSent();
      onDone(feedbacks);
    } catch (error) {
      if (!isFormFault(error)) return showStepError('recon.toFeedback', error);
      throw error;
    }
  };
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      closeOnBackdrop={false}
      title={`提出差异反馈：${counted(items.length, '项')}`}
      actions={
        <SubmitActions form={form} disabled={claims.length === 0 || query.isFetching} onCancel={onClose}>
          {claims.length > 1 ? `提出 ${counted(claims.length, '条')}反馈` : '提出反馈'}
        </SubmitActions>
      }
    >
      <form
        id={form.id}
        aria-label="提出差异反馈"
        className={css.stack}
        onSubmit={(event) => form.submit(event, { send })}
      >
        {needsBill ? <BillField run={run} form={form} /> : null}
        <PageState
          state={queryStatus('recon.claims', query)}
          loading={<Skeleton shape="row" count={3} />}
          empty={null}
          onRetry={() => void query.refetch()}
        >
          {(reply) => <ClaimTable {...reply} items={items} />}
        </PageState>
        <FormField label="原因" hint="请说明依据，便于平台核对；所选的行会一并附上" {...form.field('reason')}>
          <TextArea {...form.control('reason')} maxLength={feedbackReasonLength} rows={4} />
        </FormField>
        <Callout tone="warn">
          提出后相关账单转为“差异处理中”，平台答复之前不能确认。这一步不能用“撤销”收回，可在差异反馈里撤回。
        </Callout>
      </form>
    </Dialog>
  );
};

/** A field that the server names stands in the form; anything else concerns the whole result. */
const isFormFault = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'fields' in error &&
  Array.isArray(error.fields) &&
  error.fields.length > 0;

type DisputeFormState = ReturnType<typeof useForm<'billNo' | 'reason'>>;

/** The bill to which rows go that the merchant alone has. */
const BillField = ({ run, form }: { run: Run; form: DisputeFormState }): JSX.Element => {
  const { data, isPending } = usePendingBills(run);
  const bills = data?.items ?? [];
  const control = form.control('billNo');
  return (
    <FormField
      label="仅商户账有的行归入哪张账单"
      hint={
        !isPending && bills.length === 0
          ? '这个账期没有待确认的账单，这些行不能提出'
          : '平台账里没有这些行，请指明它们应当记在哪张账单'
      }
      {...form.field('billNo')}
    >
      <Select
        name="billNo"
        placeholder="暂不提出这些行"
        value={control.value}
        onValueChange={control.onValueChange}
        options={bills.map(({ billNo, productName, orgName, amount }) => ({
          value: billNo,
          label: `${billNo} · ${productName} · ${orgName} · ${rmbText(amount)}`,
        }))}
      />
    </FormField>
  );
};

/** What is claimed of each bill beside what it shows, and what is left out. */
const ClaimTable = ({ claims, leftOut, items }: Claims & { items: readonly Item[] }): JSX.Element => {
  const of = (itemNos: readonly number[]) => items.filter(({ itemNo }) => itemNos.includes(itemNo));
  return (
    <div className={css.stack}>
      {claims.length === 0 ? (
        <p className={css.left}>所选的行都不能提出差异反馈。</p>
      ) : (
        <ul className={css.changes} aria-label="将提出的差异反馈">
          {claims.map(({ billNo, billAmount, claimedAmount, coversBill, itemNos }) => (
            <li key={billNo} className={css.change}>
              <span>
                账单 {billNo}
                <br />
                {coversBill ? '整张账单' : `所列明细合计（${counted(itemNos.length, '项')}）`}
              </span>
              <span className={css.changeSums}>
                <span>
                  平台账所示{' '}
                  {rmbText(coversBill ? billAmount : sumFen(of(itemNos).map(({ lineAmount }) => lineAmount)))}
                </span>
                <b>应为 {rmbText(claimedAmount)}</b>
              </span>
            </li>
          ))}
        </ul>
      )}
      {claims.length > 1 ? <p className={css.mut}>一张账单一条反馈，共 {counted(claims.length, '条')}。</p> : null}
      {leftOut.length === 0 ? null : (
        <section className={css.part}>
          <h3 className={css.partTitle}>不在其中</h3>
          <ul className={css.plain}>
            {leftOut.map(({ itemNos, billNo, reason }) => (
              <li key={`${billNo ?? ''} ${reason}`}>
                {namesText(of(itemNos), itemNos.length)}
                {billNo === undefined ? '' : `（账单 ${billNo}）`}：{reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};

/** How many items are named before the rest is counted. */
const namedAtMost = 3;

const namesText = (items: readonly Item[], number: number): string => {
  const names = items.slice(0, namedAtMost).map(nameOf).join('、');
  if (names === '') return counted(number, '项');
  return number > namedAtMost ? `${names} 等 ${counted(number, '项')}` : names;
};
