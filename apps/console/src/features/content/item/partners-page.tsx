import { FormField, TextArea, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import type { BodyOf } from '../content-queries.ts';
import { LinkField } from '../record/link-field.tsx';
import { PictureField } from '../record/picture-field.tsx';
import { RecordPage } from '../record/record-page.tsx';
import { ItemList } from './item-list.tsx';

const blank: BodyOf<'partners'> = { record: 'partners', items: [] };
const blankPartner = { name: '', logo: '', summary: '', link: '' };

/** The partners, in the order of their page. @source R11.3 */
export const PartnersPage = (): JSX.Element => (
  <RecordPage record="partners" sub="合作伙伴页面上的机构与顺序。" blank={blank}>
    {(editor) => (
      <ItemList editor={editor} unit="合作伙伴" most={200} blank={blankPartner} titleOf={({ name }) => name}>
        {({ item, change, faultAt }) => (
          <>
            <FormField label="名称" required error={faultAt('name')}>
              <TextInput value={item.name} onValueChange={(name) => change({ name })} maxLength={60} />
            </FormField>
            <PictureField
              label="标志"
              hint="建议 240×80 像素"
              required
              value={item.logo}
              onValueChange={(logo) => change({ logo })}
              error={faultAt('logo')}
            />
            <FormField label="简介" required error={faultAt('summary')}>
              <TextArea
                value={item.summary}
                onValueChange={(summary) => change({ summary })}
                maxLength={400}
                rows={2}
              />
            </FormField>
            <LinkField value={item.link} onValueChange={(link) => change({ link })} error={faultAt('link')} />
          </>
        )}
      </ItemList>
    )}
  </RecordPage>
);
