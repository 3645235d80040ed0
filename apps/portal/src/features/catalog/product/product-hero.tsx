import { bestTierText, startingPriceText } from '@ronghui/domain/sku-price';
import { Breadcrumb, Button, Skeleton, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Product, ProductDetail } from '../catalog-queries.ts';
import css from './product-hero.module.css';

/** The warning that is shown wherever a loan is offered. @source R10.13 */
const loanWarning = '贷款有风险，借款需谨慎';

/** A product whose SKUs may not be loaded yet. */
type HeroProps = { product: Product & { skus?: ProductDetail['skus'] } };

/** Cover, tagline, lowest price, and on a wide screen the three buttons. */
export const ProductHero = ({ product }: HeroProps): JSX.Element => {
  const isH5 = usePageType() === 'H5';
  return (
    <section className={css.band}>
      <div className={css.inner}>
        <div className={css.words}>
          {isH5 ? null : (
            <Breadcrumb items={[{ label: '产品', href: href(paths.products()) }, { label: product.name }]} />
          )}
          <h1 className={css.title}>{product.name}</h1>
          <p className={css.tagline}>{product.tagline}</p>
          <p className={css.tags}>
            {product.tags.map((tag) => (
              <Tag key={tag} tone="info">
                {tag}
              </Tag>
            ))}
          </p>
          <Price product={product} />
          {isH5 ? null : (
            <div className={css.actions}>
              <Buttons product={product} />
            </div>
          )}
        </div>
        <img className={css.cover} src={product.coverUrl} alt="" width="640" height="400" fetchPriority="high" />
      </div>
    </section>
  );
};

/** A text that stays on one line: a unit does not break from its number. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

/** `¥12.00 / 人 / 月起，满 500 人 ¥10.00`; the tier follows with the SKUs. @source R1.1, ux "Product details" */
const Price = ({ product }: HeroProps): JSX.Element => {
  const { annualRate, skus = [] } = product;
  const { amount, per } = startingPriceText(product);
  const bestTier = bestTierText(skus);
  return (
    <div className={css.price}>
      {annualRate === undefined ? null : (
        <p className={css.rate}>
          年化利率 <b>{annualRate}</b>
        </p>
      )}
      <p className={css.rate}>
        <b className={css.amount}>{amount}</b>
        {unbroken(per)}
        {bestTier === undefined ? null : <span>，{unbroken(bestTier)}</span>}
      </p>
      {annualRate === undefined ? null : <p className={css.warning}>{loanWarning}</p>}
    </div>
  );
};

const Buttons = ({ product: { pid, hasTrial, skus = [] } }: HeroProps): JSX.Element => (
  <>
    {skus.some(({ price }) => price !== null) ? (
      <Button variant="primary" size="large" href={href(paths.skuConfig(pid, 'purchase'))}>
        立即购买
      </Button>
    ) : null}
    {hasTrial ? (
      <Button size="large" href={href(paths.skuConfig(pid, 'trial'))}>
        申请试用
      </Button>
    ) : null}
    <Button variant="ghost" size="large" href={href(paths.leadForm({ topic: 'consult', pid }))}>
      留言咨询
    </Button>
  </>
);

/** The three buttons on a phone, where they stick to the lower edge until the page ends. */
export const ProductBar = (props: HeroProps): JSX.Element | null =>
  usePageType() === 'H5' ? (
    <div className={css.bar}>
      <Buttons {...props} />
    </div>
  ) : null;

/** A skeleton of the same size as the hero. */
export const ProductHeroSkeleton = (): JSX.Element => (
  <div className={css.band}>
    <div className={css.inner}>
      <div className={css.words}>
        <Skeleton shape="title" />
        <Skeleton count={3} />
        <Skeleton shape="button" />
      </div>
      <Skeleton shape="image" className={css.cover} />
    </div>
  </div>
);
