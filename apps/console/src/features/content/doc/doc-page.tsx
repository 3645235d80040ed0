import { Breadcrumb, FormField, TextArea, TextInput, todayInShanghai } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../content.module.css';
import type { Editor } from '../record/record-editor.ts';
import { RecordPage } from '../record/record-page.tsx';
import { tooLongFault } from '../record/text-length.ts';
import { blankDoc } from './doc-body.ts';
import { DocMarkdown } from './doc-markdown.tsx';
import { DocPreview } from './doc-preview.tsx';

/** A document: its text beside what the visitor will read. @source R11.3, ux "Console" */
export const DocPage = ({ params }: PageProps): JSX.Element => {
  const key = params['key'] ?? '';
  return (
    <>
      <Breadcrumb items={[{ label: '文档', href: href(paths.docs()) }, { label: key }]} />
      <RecordPage
        key={key}
        record="doc"
        itemKey={key}
        titleOf={({ title }) => title}
        sub="保存为草稿，发布后门户随即更新；位置在文档页调整。"
        blank={blankDoc(key, '', '')}
        isRemovable
      >
        {(editor) => <Writing editor={editor} />}
      </RecordPage>
    </>
  );
};

const Writing = ({ editor }: { readonly editor: Editor<'doc'> }): JSX.Element => {
  const { body, change, faultAt, name } = editor;
  const mayWrite = useAuth()['ops.content.write'] === true;
  const write = (markdown: string): void => change({ ...body, markdown, updatedOn: todayInShanghai() });
  const fault = tooLongFault(body, body.markdown);
  return (
    <>
      <div className={css.pair}>
        <FormField label="标题" required error={faultAt('title')}>
          <TextInput value={body.title} onValueChange={(title) => change({ ...body, title })} maxLength={120} />
        </FormField>
        <FormField label="更新日期" required hint="修改正文时改为当天，如 2026-11-01" error={faultAt('updatedOn')}>
          <TextInput
            value={body.updatedOn}
            onValueChange={(updatedOn) => change({ ...body, updatedOn })}
            maxLength={10}
          />
        </FormField>
      </div>
      <FormField label="简介" hint="显示在目录与搜索结果中" error={faultAt('summary')}>
        <TextArea
          value={body.summary}
          rows={2}
          onValueChange={(summary) => change({ ...body, summary })}
          maxLength={400}
        />
      </FormField>
      <div className={css.sides}>
        <div className={css.stack}>
          <DocMarkdown
            value={body.markdown}
            onValueChange={write}
            error={fault ?? faultAt('markdown')}
            mayWrite={mayWrite}
          />
        </div>
        <DocPreview docKey={name.key} title={body.title} text={body.markdown} />
      </div>
    </>
  );
};
