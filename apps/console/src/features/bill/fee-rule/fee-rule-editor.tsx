import { feeRuleText } from '@ronghui/domain/fee-rule';
import { Button, Callout, DateField, Drawer, FormField, FormStack } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useEffect, useRef, useState } from 'react';
import css from '../billing.module.css';
import { ConflictNotice, useBase } from '../conflict.tsx';
import { NameSelect } from '../name-select.tsx';
import { fieldsOf, readTerms, ruleHints, wireTermsOf } from './fee-rule-fields.ts';
import { type FeeRule, saveFeeRule, type Trial, tryFeeRule } from './fee-rule-queries.ts';
import { scopeText } from './fee-rule-rows.tsx';
import { TermsFields } from './terms-fields.tsx';
import { TrialResult } from './trial-result.tsx';

interface FeeRuleEditorProps {
  /** The rule as it is stored now; none to make one. */
  readonly rule: FeeRule | undefined;
  readonly onClose: () => void;
  readonly onTakeTheirs?: () => void;
}

/** Makes a rule, or adds a version: first it is tried on the lines of a stage, then it is kept. @source R11.6 */
export const FeeRuleEditor = ({ rule, onClose, onTakeTheirs = onClose }: FeeRuleEditorProps): JSX.Element => {
  const { base, isStale, keepOwnChange } = useBase(rule);
  const attempt = useAttemptKey();
  const [trialLines, setTrialLines] = useState({ stageId: '', linesOfTenantId: '' });
  const [tried, setTried] = useState<{ readonly payload: string; readonly trial: Trial }>();
  const form = useForm({
    name: base === undefined ? 'feeRule' : `feeRule-${base.ruleId}-${base.version}`,
    initial: fieldsOf(base),
    hints: ruleHints,
  });
  const { fields } = form;
  const { terms } = readTerms(fields);
  const scope = { productId: fields.productId, orgId: fields.orgId || null, tenantId: fields.tenantId || null };
  const payload = JSON.stringify([scope, fields.holdsFrom, terms, trialLines]);
  const trial = tried?.payload === payload ? tried.trial : undefined;
  const result = useRef<HTMLElement>(null);
  // What a trial found stands below a long form.
  useEffect(() => {
    if (tried !== undefined) result.current?.scrollIntoView({ block: 'nearest' });
  }, [tried]);
  const given = { ...scope, holdsFrom: fields.holdsFrom };
  const tryOut = async (): Promise<void> => {
    if (terms === undefined) return;
    const { stageId, linesOfTenantId } = trialLines;
    const input = {
      ...given,
      terms: wireTermsOf(terms),
      ...(base !== undefined && { ruleId: base.ruleId }),
      ...(stageId !== '' && { stageId }),
      ...(linesOfTenantId !== '' && { linesOfTenantId }),
    };
    setTried({ payload, trial: await tryFeeRule(input) });
  };
  const save = async (): Promise<void> => {
    if (terms === undefined || trial === undefined) return;
    const version = { ruleId: base?.ruleId, ...given, terms: wireTermsOf(terms), version: base?.version };
    await attempt(version, saveFeeRule);
    form.clear();
    showToast('ok', base === undefined ? '计费规则已建立' : '新版本已保存');
    onClose();
  };
  return (
    <Drawer
      open
      size="large"
      title={base === undefined ? '新建计费规则' : '计费规则的新版本'}
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={form.id}
            variant={trial === undefined ? 'primary' : 'secondary'}
            loading={form.running && trial === undefined}
          >
            {trial === undefined ? '试算' : '再次试算'}
          </Button>
          {/* There is nothing to keep before it was tried as it is. */}
          {trial === undefined ? null : (
            <Button variant="primary" loading={form.running} onClick={(event) => form.submit(event, { send: save })}>
              {base === undefined ? '保存规则' : '保存新版本'}
            </Button>
          )}
        </>
      }
    >
      <FormStack id={form.id} aria-label="计费规则" onSubmit={(event) => form.submit(event, { send: tryOut })}>
        {isStale ? (
          <ConflictNotice
            last={rule?.latest}
            seen={base?.latest}
            differences={[{ label: '最新版本', mine: base?.latest.text ?? '', theirs: rule?.latest.text ?? '' }]}
            onKeepMine={keepOwnChange}
            onTakeTheirs={() => {
              form.clear();
              onTakeTheirs();
            }}
          />
        ) : null}
        {base === undefined ? (
          <div className={css.pair}>
            <FormField label="产品" required {...form.field('productId')}>
              <NameSelect kind="product" placeholder="请选择产品" {...form.control('productId')} />
            </FormField>
            <FormField label="商户" {...form.field('tenantId')}>
              <NameSelect kind="tenant" placeholder="所有商户" {...form.control('tenantId')} />
            </FormField>
            <FormField label="机构" {...form.field('orgId')}>
              <NameSelect kind="org" placeholder="所有机构" {...form.control('orgId')} />
            </FormField>
          </div>
        ) : (
          <p>
            {base.productName}：{scopeText(base)}
          </p>
        )}
        <FormField label="生效日" hint="按明细的日期，从这一天起适用" required {...form.field('holdsFrom')}>
          <DateField {...form.control('holdsFrom')} panelTitle="选择生效日" />
        </FormField>
        <TermsFields form={form} />
        {terms === undefined ? null : (
          <Callout>
            商户看到的说明：
            {feeRuleText({ version: (base?.version ?? 0) + 1, holdsFrom: fields.holdsFrom || '生效日', terms })}
          </Callout>
        )}
        <TrialLinesFields lines={trialLines} onChange={setTrialLines} asksTenant={fields.tenantId === ''} />
        {trial === undefined ? null : (
          <section ref={result} className={css.stack} aria-live="polite">
            <h3 className={css.title}>试算结果</h3>
            <TrialResult trial={trial} />
            <p className={css.note}>保存后版本不能修改，只能再添加新版本。</p>
          </section>
        )}
      </FormStack>
    </Drawer>
  );
};

/** The lines on which a rule is tried: empty for the last stage, and for all tenants. */
interface TrialLines {
  readonly stageId: string;
  readonly linesOfTenantId: string;
}

const TrialLinesFields = ({
  lines,
  onChange,
  asksTenant,
}: {
  lines: TrialLines;
  onChange: (lines: TrialLines) => void;
  asksTenant: boolean;
}): JSX.Element => (
  <div className={css.pair}>
    <FormField label="试算的账期">
      <NameSelect
        kind="stage"
        placeholder="最近一个有该产品账单的账期"
        value={lines.stageId}
        onValueChange={(stageId) => onChange({ ...lines, stageId })}
      />
    </FormField>
    {asksTenant ? (
      <FormField label="只试算一个商户" hint="明细很多时使用">
        <NameSelect
          kind="tenant"
          placeholder="全部商户"
          value={lines.linesOfTenantId}
          onValueChange={(linesOfTenantId) => onChange({ ...lines, linesOfTenantId })}
        />
      </FormField>
    ) : null}
  </div>
);
