import { Breadcrumb } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import css from '../content.module.css';
import { RecordPage } from '../record/record-page.tsx';
import { blankProduct } from './product-body.ts';
import { ProductFacts } from './product-facts.tsx';
import { ProductPreview } from './product-preview.tsx';
import { SkuList } from './sku-list.tsx';

/** A product: its facts and specifications, and beside them what a visitor will see and pay. @source R11.3 */
export const ProductPage = ({ params }: PageProps): JSX.Element => {
  const key = params['key'] ?? '';
  return (
    <>
      <Breadcrumb items={[{ label: '产品', href: href(paths.products()) }, { label: key }]} />
      <RecordPage
        key={key}
        record="product"
        itemKey={key}
        titleOf={({ name }) => name}
        sub="保存为草稿，发布后显示在门户；已有的订单与报价不变。"
        blank={blankProduct(key, '')}
        isRemovable
      >
        {(editor) => (
          <div className={css.sides}>
            <div className={css.stack}>
              <ProductFacts editor={editor} />
              <SkuList editor={editor} />
            </div>
            <ProductPreview body={editor.body} />
          </div>
        )}
      </RecordPage>
    </>
  );
};
