import type { ContentRecord } from '@ronghui/domain/content';
import { instantOn } from '@ronghui/domain/shanghai';
import { Button, Callout, DateField, Dialog, FormField, RadioGroup, TextInput, todayInShanghai } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import css from '../content.module.css';
import { Differences } from './differences.tsx';
import { PayeeNote, useIsForOthers } from './payee-proof.tsx';
import type { Editor, PublicationEnd } from './record-editor.ts';

/** The instant of a day and a time in Shanghai; undefined where they are none. */
export const momentOf = (day: string, time: string): string | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  const moment = instantOn(day, time);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
};

interface PublishDialogProps<Name extends ContentRecord> {
  readonly editor: Editor<Name>;
  readonly onClose: (end?: PublicationEnd) => void;
}

/** Shows what visitors will see otherwise, and publishes it at once or at a moment. @source R11.3 */
export const PublishDialog = <Name extends ContentRecord>({
  editor,
  onClose,
}: PublishDialogProps<Name>): JSX.Element => {
  const [when, setWhen] = useState('now');
  const [day, setDay] = useState(todayInShanghai());
  const [time, setTime] = useState('');
  const [wrong, setWrong] = useState<string>();
  const isForOthers = useIsForOthers(editor.detail.published, editor.body);
  // The answer of the last try may have been lost.
  const hasNothing = editor.detail.draft === null && !editor.isDirty;
  const publish = async (): Promise<void> => {
    const at = when === 'now' ? undefined : momentOf(day, time);
    if (when === 'later' && at === undefined) return setWrong('请填写日期与时间，时间如 09:00');
    // After a refusal of its body the page shows what is to be corrected; another moment is chosen here, and what was not answered is sent again.
    const end = await editor.publish(at);
    if (end !== 'open') onClose(end);
  };
  return (
    <Dialog
      open
      title="发布"
      onClose={() => onClose()}
      actions={
        <>
          <Button onClick={() => onClose()}>取消</Button>
          <Button
            variant="primary"
            loading={editor.running}
            disabled={isForOthers || (hasNothing && !editor.running)}
            onClick={() => void publish()}
          >
            {when === 'now' ? '立即发布' : '设定发布时间'}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <RadioGroup
          label="发布时间"
          row
          value={when}
          onValueChange={setWhen}
          options={[
            { value: 'now', label: '立即' },
            { value: 'later', label: '定时' },
          ]}
        />
        {when === 'now' ? null : (
          <div className={css.pair}>
            <FormField label="日期" required>
              <DateField value={day} onValueChange={setDay} panelTitle="选择发布日期" />
            </FormField>
            <FormField label="时间" hint="北京时间，在这一分钟内发布" required error={wrong}>
              <TextInput
                value={time}
                onValueChange={(value) => {
                  setTime(value);
                  setWrong(undefined);
                }}
                placeholder="09:00"
                maxLength={5}
              />
            </FormField>
          </div>
        )}
        {hasNothing && !editor.running ? <Callout>没有待发布的改动：刚才的已经发布。</Callout> : null}
        {editor.detail.published === null ? <Callout>这项内容还没有发布过。</Callout> : null}
        <h3 className={css.title}>门户上会有这些变化</h3>
        <Differences
          before={editor.detail.published}
          after={editor.detail.draft?.removes === true ? null : editor.body}
        />
        <PayeeNote before={editor.detail.published} after={editor.body} isDraft />
      </div>
    </Dialog>
  );
};
