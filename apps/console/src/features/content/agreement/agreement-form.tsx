import { contentOptions } from '@ronghui/domain/content';
import { longestDocText } from '@ronghui/domain/doc';
import {
  Button,
  Checkbox,
  DateField,
  FormField,
  MarkdownEditor,
  Select,
  TextInput,
  todayInShanghai,
} from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import type { Editor } from '../record/record-editor.ts';
import { tooLongFault } from '../record/text-length.ts';
import { type AgreementBody, nextVersion } from './agreement-body.ts';
import type { AgreementVersion } from './agreement-queries.ts';

interface AgreementFormProps {
  readonly editor: Editor<'agreement'>;
  readonly versions: readonly AgreementVersion[];
  readonly mayWrite: boolean;
}

const scenes = contentOptions('scene');

/** A version of an agreement: when it comes into force, of whom it is asked, and its text. @source R10.6 */
export const AgreementForm = ({ editor, versions, mayWrite }: AgreementFormProps): JSX.Element => {
  const { body, change, faultAt } = editor;
  const set = (changes: Partial<AgreementBody>): void => change({ ...body, ...changes });
  const isPublished = versions.some(({ version }) => version === body.version);
  const begin = (): void => {
    const day = todayInShanghai();
    const taken = versions.map(({ version }) => version);
    set({ version: nextVersion(day, taken), effectiveOn: '' });
  };
  return (
    <section className={css.group} aria-label="这一版">
      {isPublished && mayWrite ? (
        <div className={css.actions}>
          <span className={css.note}>已发布的版本不能修改：先写一个新版本。</span>
          <Button size="small" onClick={begin}>
            写新版本
          </Button>
        </div>
      ) : null}
      <div className={css.pair}>
        <FormField label="版本号" hint="年和月，如 2026-12；同月再改用 2026-12.1" required error={faultAt('version')}>
          <TextInput value={body.version} onValueChange={(version) => set({ version })} maxLength={32} />
        </FormField>
        <FormField label="生效日期" hint="北京时间这一天零点生效，晚于上一版" required error={faultAt('effectiveOn')}>
          <DateField
            value={body.effectiveOn}
            onValueChange={(effectiveOn) => set({ effectiveOn: effectiveOn.slice(0, 10) })}
            panelTitle="选择生效日期"
          />
        </FormField>
      </div>
      <FormField label="标题" required error={faultAt('title')}>
        <TextInput value={body.title} onValueChange={(title) => set({ title })} maxLength={80} />
      </FormField>
      <FormField label="场景" hint="在什么时候请人同意" required error={faultAt('scene')}>
        <Select
          value={body.scene}
          options={scenes}
          onValueChange={(scene) => set({ scene: scene as AgreementBody['scene'] })}
        />
      </FormField>
      <Checkbox checked={body.required} onCheckedChange={(required) => set({ required })}>
        必须同意
      </Checkbox>
      <FormField
        label="正文"
        hint="用 Markdown 书写；链接到文档写它的标识"
        required
        error={tooLongFault(body, body.text) ?? faultAt('text')}
      >
        <MarkdownEditor
          label="正文"
          value={body.text}
          onValueChange={(text) => set({ text })}
          maxLength={longestDocText}
          readOnly={!mayWrite || editor.detail.draft?.removes === true}
        />
      </FormField>
    </section>
  );
};
