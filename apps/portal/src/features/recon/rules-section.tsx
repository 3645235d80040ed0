import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { billDirectionNames } from '@ronghui/domain/bill';
import { differenceRuleBounds } from '@ronghui/domain/recon';
import { Button, classNames, DateTime, PageState, Skeleton } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { href } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Rule, takeBackRule, useRules } from './result/rules/rule-queries.ts';
import { ruleSentence } from './result/rules/rule-words.ts';
import css from './result/rules/rules.module.css';
import { sideNames } from './run-words.ts';

/** The rules of the tenant: what they say, where they come from, and the way to take one back. @source R13.2 */
export const RulesSection = ({ mayWrite }: { mayWrite: boolean }): JSX.Element => {
  const { state, retry } = useRules();
  const [asked, setAsked] = useState<Rule>();
  return (
    <section className={classNames(css.part, css.section)} aria-label="差异规则">
      <h3 className={css.partTitle}>差异规则</h3>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={2} />}
        empty={
          <p className={css.mut}>
            还没有规则。在对账结果里手工勾对或认可一项差异后，打开它，可以“设为规则”：以后同一对方的同样差额不必逐笔处理。
          </p>
        }
        onRetry={retry}
      >
        {({ rules, isFull }) => (
          <>
            <ul className={css.rules}>
              {rules.map((rule) => (
                <RuleRow key={rule.ruleId} rule={rule} onTakeBack={mayWrite ? () => setAsked(rule) : undefined} />
              ))}
            </ul>
            <p className={css.mut}>
              业务编号相同、金额不符的行，差额符合规则时记为“容差内一致”；有几条都符合时，用最早的一条。
              {isFull ? `在用的规则已达上限 ${differenceRuleBounds.rules}\u00a0条。` : ''}
            </p>
          </>
        )}
      </PageState>
      {asked === undefined ? null : <TakeBackQuestion rule={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
};

/** Of which runs a rule is: 应付 · 服务费. */
const ruleSubject = ({ side, direction }: Pick<Rule, 'side' | 'direction'>): string =>
  `${billDirectionNames[direction]} · ${sideNames[side]}`;

const RuleRow = ({ rule, onTakeBack }: { rule: Rule; onTakeBack: (() => void) | undefined }): JSX.Element => {
  const { runId, stageName, name, madeBy, createdAt, takenBackAt, takenBackBy = '' } = rule;
  return (
    <li className={css.rule}>
      <div className={css.ruleWords}>
        <span className={takenBackAt === undefined ? css.strong : css.gone}>{ruleSentence(rule)}</span>
        <span className={css.mut}>
          {ruleSubject(rule)}；{madeBy} <DateTime value={createdAt} /> 设于{' '}
          <a className={css.link} href={href(paths.reconRun(runId))}>
            {stageName} {name}
          </a>
        </span>
        {takenBackAt === undefined ? null : (
          <span className={css.mut}>
            {takenBackBy} <DateTime value={takenBackAt} /> 收回
          </span>
        )}
      </div>
      {takenBackAt === undefined && onTakeBack !== undefined ? (
        <Button size="small" aria-label={`收回规则：${ruleSentence(rule)}`} onClick={onTakeBack}>
          收回
        </Button>
      ) : null}
    </li>
  );
};

const TakeBackQuestion = ({ rule, onClose }: { rule: Rule; onClose: () => void }): JSX.Element => {
  const attempt = useAttemptKey();
  const takeBack = async (): Promise<void> => {
    await attempt({ ruleId: rule.ruleId }, takeBackRule);
    showToast('ok', '规则已收回，下一次对账不再使用');
    onClose();
  };
  return (
    <ConfirmPopup
      open
      onClose={onClose}
      title="收回这条规则？"
      confirmText="收回规则"
      cancelText="再看看"
      onConfirm={takeBack}
      errorText={(error) => errorText('recon.takeBackRule', error)}
    >
      <div className={css.stack}>
        <p className={css.strong}>{ruleSentence(rule)}</p>
        <p>下一次对账起不再使用，符合它的差额会重新列为“金额不符”。已有的对账结果不变，仍写明当时用过这条规则。</p>
      </div>
    </ConfirmPopup>
  );
};
