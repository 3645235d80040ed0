import { Breadcrumb, FormField, TextArea, TextInput } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import { RecordPage } from '../record/record-page.tsx';
import { blankSection } from './doc-body.ts';

/** A section of the document centre. @source R11.3 */
export const SectionPage = ({ params }: PageProps): JSX.Element => {
  const key = params['key'] ?? '';
  return (
    <>
      <Breadcrumb items={[{ label: '文档', href: href(paths.docs()) }, { label: key }]} />
      <RecordPage
        key={key}
        record="docSection"
        itemKey={key}
        titleOf={({ title }) => title}
        sub="目录有已发布的文档之后才显示在门户上；位置在文档页调整。"
        blank={blankSection(key, '')}
        isRemovable
      >
        {({ body, change, faultAt }) => (
          <>
            <FormField label="标题" required error={faultAt('title')}>
              <TextInput value={body.title} onValueChange={(title) => change({ ...body, title })} maxLength={120} />
            </FormField>
            <FormField label="简介" error={faultAt('summary')}>
              <TextArea
                value={body.summary}
                onValueChange={(summary) => change({ ...body, summary })}
                maxLength={400}
              />
            </FormField>
          </>
        )}
      </RecordPage>
    </>
  );
};
