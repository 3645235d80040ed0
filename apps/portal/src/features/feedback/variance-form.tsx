import { billDirectionNames } from '@ronghui/domain/bill';
import { feedbackReasonLength } from '@ronghui/domain/feedback';
import { type Fen, fenOfYuan, rmbText } from '@ronghui/domain/money';
import { Amount, Button, Callout, Facts, FormField, FormStack, RadioGroup, TextArea, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import type { JSX } from 'react';
import { AttachmentFields, useAttachments } from './attachments.tsx';
import { ClaimEffect } from './claim-effect.tsx';
import { type BillLimits, type ChosenLine, claimHints, linesOf, standingOf } from './claim-fields.ts';
import css from './feedback.module.css';
import { claimDifference } from './feedback-queries.ts';
import { differenceText, scopeText } from './feedback-rows.tsx';
import { LinePicker } from './line-picker.tsx';

/** The bill that a claim is about. */
export interface ClaimedBill {
  readonly billNo: string;
  readonly direction: 'payable' | 'receivable';
  readonly stageName: string;
  readonly productName: string;
  readonly amount: Fen;
  /** What bounds the bill, where its rule does. */
  readonly limits?: BillLimits;
}

/** A form of a claim: on a bill, or on lines of it that were chosen before. */
export interface VarianceFormProps {
  readonly bill: ClaimedBill;
  readonly lines?: readonly ChosenLine[];
  readonly onClaimed: (feedbackNo: string) => void;
}

const scopes = [
  { value: 'bill', label: '整张账单' },
  { value: 'lines', label: '部分明细' },
];

const useClaim = ({ bill: { billNo, amount }, lines = [], onClaimed }: VarianceFormProps) => {
  const name = `variance-${billNo}`;
  const chosen = useAttachments(name);
  const attempt = useAttemptKey();
  const form = useForm({
    name,
    initial: {
      scope: lines.length > 0 ? 'lines' : 'bill',
      lines: JSON.stringify(lines),
      claimedAmount: '',
      reason: '',
    },
    hints: (fields) => claimHints(amount, fields),
  });
  const { fields } = form;
  const claimed = fenOfYuan(fields.claimedAmount);
  const picked = fields.scope === 'lines' ? linesOf(fields) : [];
  const send = async (): Promise<void> => {
    if (claimed === null) return;
    const fileIds = await chosen.store();
    const input = {
      billNo,
      claimedAmount: claimed,
      reason: fields.reason.trim(),
      lineIds: fields.scope === 'lines' ? picked.map(({ lineId }) => lineId) : undefined,
      fileIds: fileIds.length === 0 ? undefined : fileIds,
    };
    const { feedbackNo } = await attempt(input, claimDifference);
    form.clear();
    chosen.clear();
    showToast('ok', '差异反馈已提交，平台答复后通知您');
    onClaimed(feedbackNo);
  };
  return { form, chosen, claimed, picked, send, standing: standingOf(amount, fields) };
};

/** Claims a difference: of the whole bill or of some lines, the right amount, the reason, and what proves it. @source R10.4, billing.md, feedback */
export const VarianceForm = (props: VarianceFormProps): JSX.Element => {
  const { bill } = props;
  const { form, chosen, claimed, picked, send, standing } = useClaim(props);
  const { fields } = form;
  const isOfLines = fields.scope === 'lines';
  const isLacking = isOfLines && picked.length === 0;
  return (
    <FormStack id={form.id} aria-label="提出差异" onSubmit={(event) => form.submit(event, { send })}>
      <Facts
        columns={2}
        items={[
          { label: '账单号', value: bill.billNo },
          { label: '账期', value: bill.stageName },
          { label: '产品', value: bill.productName },
          { label: billDirectionNames[bill.direction], value: <Amount text={rmbText(bill.amount)} /> },
        ]}
      />
      <RadioGroup
        label="对哪部分有异议"
        row
        options={scopes}
        value={fields.scope}
        onValueChange={(scope) => form.change({ scope })}
      />
      {isOfLines ? (
        <FormField label="选择明细" {...form.field('lines')}>
          <LinePicker
            billNo={bill.billNo}
            chosen={picked}
            onChange={(lines) => form.change({ lines: JSON.stringify(lines) })}
          />
        </FormField>
      ) : null}
      <FormField
        label={isOfLines ? '所选明细合计应为' : '账单金额应为'}
        hint="填写您认为正确的金额，可以为 0，也可以高于账单"
        {...form.field('claimedAmount')}
      >
        <TextInput
          {...form.control('claimedAmount')}
          inputMode="decimal"
          autoComplete="off"
          prefix="¥"
          placeholder="0.00"
          maxLength={20}
        />
      </FormField>
      <output className={css.difference} aria-live="polite">
        <span>
          {isLacking ? '所选明细' : isOfLines ? `所选 ${scopeText(picked.length)}` : '账单'}所示{' '}
          <Amount text={isLacking ? null : rmbText(standing)} />
        </span>
        <span>
          相差{' '}
          <Amount text={claimed === null || isLacking ? null : differenceText({ claimed, standing })} size="medium" />
        </span>
        {isOfLines ? <ClaimEffect bill={bill} standing={standing} claimed={isLacking ? null : claimed} /> : null}
      </output>
      <FormField label="原因" hint="请说明依据，便于平台核对" {...form.field('reason')}>
        <TextArea {...form.control('reason')} maxLength={feedbackReasonLength} rows={4} />
      </FormField>
      <AttachmentFields chosen={chosen} />
      <Callout tone="warn">
        提交后账单转为“差异处理中”，平台答复之前不能确认。平台在 3&nbsp;个工作日内答复；答复之前可以撤回。
      </Callout>
      <Button type="submit" variant="primary" loading={form.running}>
        提交差异
      </Button>
    </FormStack>
  );
};
