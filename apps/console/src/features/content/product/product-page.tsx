import { Breadcrumb, Button } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import css from '../content.module.css';
import type { Editor } from '../record/record-editor.ts';
import { RecordPage } from '../record/record-page.tsx';
import { blankProduct } from './product-body.ts';
import { ProductFacts } from './product-facts.tsx';
import { ProductPreview } from './product-preview.tsx';
import { SkuList } from './sku-list.tsx';

const ProductBlocks = lazyPart(() => import('./product-blocks.tsx'));

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
          <>
            <div className={css.sides}>
              <div className={css.stack}>
                <ProductFacts editor={editor} />
                <SkuList editor={editor} />
              </div>
              <ProductPreview body={editor.body} />
            </div>
            <Media editor={editor} />
          </>
        )}
      </RecordPage>
    </>
  );
};

/** The blocks of the product’s page; their editor is loaded when one edits them. */
const Media = ({ editor }: { readonly editor: Editor<'product'> }): JSX.Element => {
  const [isOpen, setOpen] = useState(false);
  const fault = editor.faultAt('blocks');
  return (
    <section className={css.stack} aria-label="图文内容">
      <div className={css.head}>
        <h2 className={css.title}>图文内容，{editor.body.blocks.length}&nbsp;个模块</h2>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '编辑图文内容'}
        </Button>
      </div>
      {fault === undefined ? null : (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
      {isOpen ? <ProductBlocks editor={editor} /> : null}
    </section>
  );
};
