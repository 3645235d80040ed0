import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, Dialog, FormField, PageState, RadioGroup, Skeleton, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import type { Item, Run } from '../result-queries.ts';
import { AgainButton } from '../steps/again-button.tsx';
import { EffectView } from './effect-view.tsx';
import { keepRule, type Proposal, type Terms, useProposal } from './rule-queries.ts';
import { ruleSentence, shareOf, typedShare } from './rule-words.ts';
import css from './rules.module.css';

interface RuleDialogProps {
  readonly run: Run;
  readonly item: Item;
  readonly onClose: () => void;
}

/** Makes a rule of a step by hand: its terms, what they would change of this run, and the decision. @source R13.2, R13.3 */
export const RuleDialog = (props: RuleDialogProps): JSX.Element => {
  const [kept, setKept] = useState<string>();
  if (kept !== undefined) return <KeptDialog run={props.run} sentence={kept} onClose={props.onClose} />;
  return <RuleForm {...props} onKept={setKept} />;
};

const KeptDialog = ({ run, sentence, onClose }: Pick<RuleDialogProps, 'run' | 'onClose'> & { sentence: string }) => (
  <Dialog
    open
    onClose={onClose}
    title="规则已保存"
    actions={
      <>
        <Button onClick={onClose}>继续处理这次对账</Button>
        <AgainButton run={run} isPrimary />
      </>
    }
  >
    <div className={css.stack}>
      <p className={css.strong}>{sentence}</p>
      <p>
        从下一次对账起，符合的行记为“容差内一致”。这次对账的结果没有变；重新对账即可看到按规则核对的结果：人工处理会沿用。规则列在“对账设置”里，随时可以收回。
      </p>
    </div>
  </Dialog>
);

interface RuleFormProps extends RuleDialogProps {
  readonly onKept: (sentence: string) => void;
}

/** The chosen kind, the share as it is typed, and the terms that were tried last. */
interface RuleDraft {
  readonly kind: Terms['kind'];
  readonly typed: string;
  readonly tried: Terms;
}

const draftOf = (terms: Terms): RuleDraft => ({ kind: terms.kind, typed: typedShare(terms), tried: terms });

const useRuleForm = ({ run, item, onKept }: RuleFormProps, proposal: Proposal | undefined) => {
  const proposals = proposal?.proposals ?? [];
  const [first] = proposals;
  const [changed, setChanged] = useState<RuleDraft>();
  const [busy, setBusy] = useState(false);
  const attempt = useAttemptKey();
  const draft = changed ?? (first === undefined ? undefined : draftOf(first));
  const proposed = proposals.find(({ kind }) => kind === draft?.kind);
  const value =
    proposed !== undefined && proposed.kind !== 'amount' && draft !== undefined
      ? shareOf(draft.typed, proposed)
      : proposed?.value;
  const terms = value === undefined || proposed === undefined ? undefined : { kind: proposed.kind, value };
  return {
    draft,
    terms,
    busy,
    choose: (kind: string) => {
      const next = proposals.find((each) => each.kind === kind);
      if (next !== undefined) setChanged(draftOf(next));
    },
    type: (typed: string) => {
      if (draft !== undefined) setChanged({ ...draft, typed });
    },
    tryOut: () => {
      if (draft !== undefined && terms !== undefined) setChanged({ ...draft, tried: terms });
    },
    isTried: terms !== undefined && terms.kind === draft?.tried.kind && terms.value === draft.tried.value,
    keep: async (): Promise<void> => {
      if (draft === undefined || proposal === undefined) return;
      setBusy(true);
      try {
        await attempt({ runId: run.runId, itemNo: item.itemNo, ...draft.tried }, keepRule);
        onKept(ruleSentence({ ...draft.tried, counterparty: proposal.counterparty }));
      } catch (error) {
        showError('recon.keepRule', error);
      } finally {
        setBusy(false);
      }
    },
  };
};

const kindNames: Readonly<Record<Terms['kind'], string>> = {
  rate: '按明细金额的比例',
  basisRate: '按业务金额的比例',
  amount: '每笔固定金额',
};

const RuleForm = (props: RuleFormProps): JSX.Element => {
  const { run, item, onClose } = props;
  const { state, retry } = useProposal(run.runId, item.itemNo);
  const form = useRuleForm(props, state.status === 'ready' ? state.data : undefined);
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title="设为规则"
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" loading={form.busy} disabled={!form.isTried} onClick={() => void form.keep()}>
            保存规则
          </Button>
        </>
      }
    >
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={5} />}
        empty={<p>这一项的差额过大，不能设为规则。</p>}
        onRetry={retry}
      >
        {(proposal) => (
          <div className={css.stack}>
            <p>对方“{proposal.counterparty}”与平台账的差额总是这样时，可以设为规则，以后不必逐笔处理。</p>
            <TermsFields proposal={proposal} form={form} />
            {form.draft === undefined ? null : (
              <>
                <p className={css.strong}>
                  {ruleSentence({ ...form.draft.tried, counterparty: proposal.counterparty })}
                </p>
                <EffectView source={{ runId: run.runId, itemNo: item.itemNo }} terms={form.draft.tried} />
              </>
            )}
            {form.isTried ? null : <Callout>比例改过了，试算后再保存。</Callout>}
          </div>
        )}
      </PageState>
    </Dialog>
  );
};

/** What a share is of: 业务金额 ¥1,000.00 */
const baseText = (kind: Terms['kind'], { basis, lineAmount }: Proposal): string =>
  kind === 'basisRate' && basis !== undefined ? `业务金额 ${rmbText(basis)}` : `明细金额 ${rmbText(lineAmount)}`;

/** A share, which may be made rounder, or the amount as it is. */
const TermsFields = ({ proposal, form }: { proposal: Proposal; form: ReturnType<typeof useRuleForm> }): JSX.Element => (
  <>
    {proposal.proposals.length > 1 ? (
      <RadioGroup
        label="差额"
        row
        value={form.draft?.kind ?? null}
        onValueChange={form.choose}
        options={proposal.proposals.map(({ kind }) => ({ value: kind, label: kindNames[kind] }))}
      />
    ) : null}
    {form.draft !== undefined && form.draft.kind !== 'amount' ? (
      <form
        className={css.share}
        aria-label="试算比例"
        onSubmit={(event) => {
          event.preventDefault();
          form.tryOut();
        }}
      >
        <FormField
          label="比例"
          hint={`${baseText(form.draft.kind, proposal)}的百分比，最多四位小数；按此算出的差额可以差一分`}
          error={form.terms === undefined ? '请填写 0.0001 至 100 的数，最多四位小数' : null}
        >
          <TextInput
            value={form.draft.typed}
            onValueChange={form.type}
            inputMode="decimal"
            autoComplete="off"
            suffix="%"
          />
        </FormField>
        <Button type="submit" disabled={form.terms === undefined || form.isTried}>
          试算
        </Button>
      </form>
    ) : null}
  </>
);
