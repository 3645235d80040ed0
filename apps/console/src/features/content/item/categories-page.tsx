import { FormField, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import type { BodyOf } from '../content-queries.ts';
import { RecordPage } from '../record/record-page.tsx';
import { ItemList } from './item-list.tsx';

const blank: BodyOf<'categories'> = { record: 'categories', items: [] };
const blankCategory = { name: '', summary: '' };

/** The categories of products, in the order of the product map. @source R11.3 */
export const CategoriesPage = (): JSX.Element => (
  <RecordPage record="categories" sub="产品地图的分类与顺序；还有产品的类目不能移除。" blank={blank}>
    {(editor) => (
      <ItemList editor={editor} unit="类目" most={50} blank={blankCategory} titleOf={({ name }) => name}>
        {({ item, change, faultAt }) => (
          <>
            <div className={css.pair}>
              <FormField label="名称" required error={faultAt('name')}>
                <TextInput value={item.name} onValueChange={(name) => change({ name })} maxLength={60} />
              </FormField>
              <FormField label="标识" hint="产品文件据此归类，建立后不变" error={faultAt('id')}>
                <TextInput value={item.id} readOnly />
              </FormField>
            </div>
            <FormField label="简介" error={faultAt('summary')}>
              <TextInput value={item.summary} onValueChange={(summary) => change({ summary })} maxLength={200} />
            </FormField>
          </>
        )}
      </ItemList>
    )}
  </RecordPage>
);
