import { FormField, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { BlockEditor } from '../block/block-editor.tsx';
import type { Editor } from '../record/record-editor.ts';
import { RecordPage } from '../record/record-page.tsx';

/** A page of the portal, composed of blocks beside what visitors will see. @source R2.8, R11.3, ux "Console" */
export const BuilderPage = ({ params }: PageProps): JSX.Element => {
  const key = params['page'] ?? '';
  return (
    <RecordPage
      key={key}
      record="page"
      itemKey={key}
      titleOf={({ title }) => title}
      sub="编辑的内容先是草稿，发布后门户随即更新。"
      blank={{ record: 'page', key, title: '', blocks: [] }}
    >
      {(editor) => <Builder editor={editor} />}
    </RecordPage>
  );
};

const Builder = ({ editor: { body, change, faultAt } }: { readonly editor: Editor<'page'> }): JSX.Element => (
  <BlockEditor
    title={body.title}
    blocks={body.blocks}
    onBlocksChange={(blocks) => change({ ...body, blocks })}
    faultAt={faultAt}
  >
    <FormField label="页面标题" required error={faultAt('title')}>
      <TextInput value={body.title} onValueChange={(title) => change({ ...body, title })} maxLength={80} />
    </FormField>
  </BlockEditor>
);
