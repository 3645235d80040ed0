import { Button, EmptyState, PlusIcon } from '@ronghui/ui';
import type { JSX } from 'react';
import { OrderButtons } from '../block/order-buttons.tsx';
import { useOrder } from '../block/use-order.ts';
import css from '../content.module.css';
import { freshId } from '../record/fresh-id.ts';
import type { Editor } from '../record/record-editor.ts';
import { blankSku, type SkuBody } from './product-body.ts';
import { SkuFields } from './sku-fields.tsx';
import { SkuTerms } from './sku-terms.tsx';

/** The most specifications of a product. */
const most = 20;

/** The specifications of a product, in the order in which visitors compare them. */
export const SkuList = ({ editor }: { readonly editor: Editor<'product'> }): JSX.Element => {
  const { body, change, faultAt } = editor;
  const { skus } = body;
  const store = (next: readonly SkuBody[]): void => change({ ...body, skus: [...next] });
  const { list, announcement, order } = useOrder({
    items: skus,
    unit: '规格',
    titleOf: ({ name }) => name,
    onItemsChange: store,
  });
  const taken = skus.map(({ id }) => id);
  return (
    <section className={css.stack} aria-label="规格">
      <h2 className={css.title}>规格</h2>
      <div role="status" className={css.note}>
        {announcement}
      </div>
      {skus.length === 0 ? <EmptyState title="还没有规格" text="没有规格的产品不能购买，只能留下联系方式。" /> : null}
      <ol className={css.items} aria-label="规格，按显示的顺序" ref={list}>
        {skus.map((sku, place) => {
          const set = (changes: Partial<SkuBody>): void =>
            store(skus.map((each, at) => (at === place ? { ...each, ...changes } : each)));
          const faultIn = (path: string): string | undefined => faultAt(`skus.${place}.${path}`);
          const name = sku.name || `第 ${place + 1}\u00a0个规格`;
          return (
            // Its own id is a field of it: the row must outlive every letter that is typed there.
            <li key={order.ids[place]} className={css.item} aria-label={name}>
              <div className={css.head}>
                <h3 className={css.title}>{name}</h3>
                <OrderButtons
                  title={`规格 ${name}`}
                  place={place}
                  count={skus.length}
                  onMove={(to) => order.move(place, to)}
                  onRemove={() => order.remove(place)}
                />
              </div>
              <SkuFields sku={sku} set={set} faultIn={faultIn} />
              <SkuTerms sku={sku} set={set} faultIn={faultIn} />
            </li>
          );
        })}
      </ol>
      {skus.length < most ? (
        <div>
          <Button data-add icon={<PlusIcon />} onClick={() => order.add(blankSku(freshId('sku', taken)), skus.length)}>
            添加规格
          </Button>
        </div>
      ) : null}
    </section>
  );
};
