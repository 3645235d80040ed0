import { Button, CloseIcon, EmptyState, IconButton, PlusIcon } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import type { Editor } from '../record/record-editor.ts';
import { blankSku, freshId, type SkuBody } from './product-body.ts';
import { SkuFields } from './sku-fields.tsx';
import { SkuTerms } from './sku-terms.tsx';

/** The specifications of a product, in their order. */
export const SkuList = ({ editor }: { readonly editor: Editor<'product'> }): JSX.Element => {
  const { body, change, faultAt } = editor;
  const store = (skus: readonly SkuBody[]): void => change({ ...body, skus: [...skus] });
  return (
    <section className={css.stack} aria-label="规格">
      <h2 className={css.title}>规格</h2>
      {body.skus.length === 0 ? (
        <EmptyState title="还没有规格" text="没有规格的产品不能购买，只能留下联系方式。" />
      ) : null}
      <ol className={css.items} aria-label="规格，按显示的顺序">
        {body.skus.map((sku, place) => {
          const set = (changes: Partial<SkuBody>): void =>
            store(body.skus.map((each, at) => (at === place ? { ...each, ...changes } : each)));
          const faultIn = (path: string): string | undefined => faultAt(`skus.${place}.${path}`);
          const name = sku.name || `第 ${place + 1}\u00a0个规格`;
          return (
            <li key={sku.id} className={css.item} aria-label={name}>
              <div className={css.head}>
                <h3 className={css.title}>{name}</h3>
                <IconButton
                  size="small"
                  label={`移除规格 ${name}`}
                  icon={<CloseIcon />}
                  onClick={() => store(body.skus.filter((_, at) => at !== place))}
                />
              </div>
              <SkuFields sku={sku} set={set} faultIn={faultIn} />
              <SkuTerms sku={sku} set={set} faultIn={faultIn} />
            </li>
          );
        })}
      </ol>
      {body.skus.length < 20 ? (
        <div>
          <Button
            icon={<PlusIcon />}
            onClick={() =>
              store([
                ...body.skus,
                blankSku(
                  freshId(
                    'sku',
                    body.skus.map(({ id }) => id),
                  ),
                ),
              ])
            }
          >
            添加规格
          </Button>
        </div>
      ) : null}
    </section>
  );
};
