import { fen, fenOfYuan, percentText, rateOf, rateOfPercent, rmbText, yuanText } from '@ronghui/domain/money';
import { reconBounds } from '@ronghui/domain/recon';
import { Button, Callout, Drawer, Facts, FormField, FormStack, PageState, Skeleton, TextInput } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useForm } from '@ronghui/web/forms/form';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './recon.module.css';
import { type Settings, saveSettings, startDryRun, useLastDone, useSettings } from './recon-queries.ts';
import { RulesSection } from './rules-section.tsx';
import { type SettingsFields, settingsHints, settingsOf } from './settings-fields.ts';

interface SettingsProps {
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}

/** The tolerances of the matching, to read, or to change by those who may; a trial shows what others would change. @source R13.2 */
export const SettingsDrawer = ({ mayWrite, onClose }: SettingsProps): JSX.Element => {
  const { state, retry } = useSettings();
  if (state.status === 'ready' && mayWrite) return <SettingsForm settings={state.data} onClose={onClose} />;
  return (
    <Drawer open title="对账设置" onClose={onClose}>
      <PageState state={state} loading={<Skeleton shape="row" count={4} />} empty={null} onRetry={retry}>
        {(settings) => (
          <>
            <SettingsFacts settings={settings} />
            <RulesSection mayWrite={false} />
          </>
        )}
      </PageState>
    </Drawer>
  );
};

const SettingsFacts = ({ settings }: { settings: Settings }): JSX.Element => (
  <Facts
    items={[
      { label: '金额容差', value: rmbText(settings.amountTolerance) },
      { label: '比例容差', value: percentText(rateOf(settings.amountRate, 'millionths')) },
      { label: '日期容差', value: `${settings.dayTolerance}\u00a0天` },
    ]}
  />
);

const useSettingsForm = (settings: Settings, onClose: () => void) => {
  const attempt = useAttemptKey();
  const attemptTrial = useAttemptKey();
  const [isTrying, setTrying] = useState(false);
  const form = useForm({
    name: 'recon-settings',
    initial: {
      amountTolerance: yuanText(settings.amountTolerance, { grouping: false }),
      amountRate: percentText(rateOf(settings.amountRate, 'millionths')).replace('%', ''),
      dayTolerance: String(settings.dayTolerance),
    },
    hints: settingsHints,
  });
  const send = async (): Promise<void> => {
    const tolerances = settingsOf(form.fields);
    if (tolerances === undefined) return;
    await attempt({ ...tolerances, version: settings.version }, saveSettings);
    form.clear();
    showToast('ok', '对账设置已保存，下一次对账按此进行');
    onClose();
  };
  const tryOut = async (runId: string): Promise<void> => {
    const tolerances = settingsOf(form.fields);
    if (!form.check(['amountTolerance', 'amountRate', 'dayTolerance']) || tolerances === undefined) return;
    setTrying(true);
    try {
      const trial = await attemptTrial({ runId, ...tolerances }, startDryRun);
      navigate(paths.reconRun(trial.runId));
    } catch (error) {
      showError('recon.dryRun', error);
    } finally {
      setTrying(false);
    }
  };
  return { form, send, tryOut, isTrying };
};

/** What the two tolerances of the amount come to together. */
const exampleText = (fields: SettingsFields): string => {
  const amount = fenOfYuan(fields.amountTolerance);
  const rate = rateOfPercent(fields.amountRate);
  if (amount === null || rate === null)
    return '两边相差不超过金额容差，或不超过明细金额的比例容差时，记为“容差内一致”。';
  return `两边相差不超过 ${rmbText(amount)}，或不超过明细金额的 ${percentText(rate)} 时，记为“容差内一致”；两者取较大的一个。`;
};

const SettingsForm = ({ settings, onClose }: Pick<SettingsProps, 'onClose'> & { settings: Settings }): JSX.Element => {
  const { form, send, tryOut, isTrying } = useSettingsForm(settings, onClose);
  const lastDone = useLastDone();
  return (
    <Drawer
      open
      title="对账设置"
      onClose={onClose}
      actions={
        <>
          {lastDone === undefined ? null : (
            <Button loading={isTrying} onClick={() => void tryOut(lastDone.runId)}>
              试算
            </Button>
          )}
          <Button type="submit" form={form.id} variant="primary" loading={form.running}>
            保存
          </Button>
        </>
      }
    >
      <FormStack id={form.id} aria-label="对账设置" onSubmit={(event) => form.submit(event, { send })}>
        <FormField
          label="金额容差"
          hint={`0 至 ${rmbText(fen(reconBounds.amountTolerance))}`}
          {...form.field('amountTolerance')}
        >
          <TextInput {...form.control('amountTolerance')} inputMode="decimal" autoComplete="off" prefix="¥" />
        </FormField>
        <FormField
          label="比例容差"
          hint={`明细金额的百分比，0 至 ${percentText(rateOf(reconBounds.amountRate, 'millionths'))}`}
          {...form.field('amountRate')}
        >
          <TextInput {...form.control('amountRate')} inputMode="decimal" autoComplete="off" suffix="%" />
        </FormField>
        <FormField
          label="日期容差"
          hint={`没有业务编号时，日期可相差的天数，0 至 ${reconBounds.dayTolerance}`}
          {...form.field('dayTolerance')}
        >
          <TextInput {...form.control('dayTolerance')} inputMode="numeric" autoComplete="off" suffix="天" />
        </FormField>
        <Callout>{exampleText(form.fields)}</Callout>
        {lastDone === undefined ? null : (
          <p className={css.mut}>
            试算用上面的容差重新核对“{lastDone.stageName}”的 {lastDone.name}，只看结果，不改动原来的对账，也不保存设置。
          </p>
        )}
      </FormStack>
      <RulesSection mayWrite />
    </Drawer>
  );
};
