import { Amount, Breadcrumb, Button, Skeleton, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import { usePageType } from '#kernel/page-type.ts';
import { href, paths } from '#kernel/paths.ts';
import type { Product } from './catalog-queries.ts';
import css from './product-hero.module.css';

/** The sentence that stands wherever a loan is offered. @source R10.13 */
const loanWarning = '贷款有风险，借款需谨慎';

type HeroProps = { product: Product; canBuy: boolean };

/** Cover, tagline, price from, and on a desk the three ways on. */
export const ProductHero = ({ product, canBuy }: HeroProps): JSX.Element => {
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
              <Ways product={product} canBuy={canBuy} />
            </div>
          )}
        </div>
        <img className={css.cover} src={product.coverUrl} alt="" width="640" height="400" fetchPriority="high" />
      </div>
    </section>
  );
};

const Price = ({ product: { priceFrom, annualRate } }: { product: Product }): JSX.Element => (
  <div className={css.price}>
    {annualRate === undefined ? null : (
      <p className={css.rate}>
        年化利率 <b>{annualRate}</b>
      </p>
    )}
    {priceFrom === null ? (
      <p>
        <b className={css.amount}>面议</b>
      </p>
    ) : (
      <p>
        <b className={css.amount}>
          <Amount value={priceFrom} />
        </b>
        <span className={css.from}> 起</span>
      </p>
    )}
    {annualRate === undefined ? null : <p className={css.warning}>{loanWarning}</p>}
  </div>
);

const Ways = ({ product: { pid, hasTrial }, canBuy }: HeroProps): JSX.Element => (
  <>
    {canBuy ? (
      <Button variant="primary" size="large" href={href(paths.skuConfig(pid, 'purchase'))}>
        立即购买
      </Button>
    ) : null}
    {hasTrial ? (
      <Button size="large" href={href(paths.skuConfig(pid, 'trial'))}>
        申请试用
      </Button>
    ) : null}
    <Button variant="ghost" size="large" href={href(paths.feedBack({ topic: 'consult', pid }))}>
      在线咨询
    </Button>
  </>
);

/** The three ways on where a thumb reaches them: on a phone they stick to the lower edge until the page ends. */
export const ProductBar = (props: HeroProps): JSX.Element | null =>
  usePageType() === 'H5' ? (
    <div className={css.bar}>
      <Ways {...props} />
    </div>
  ) : null;

/** As large as the hero itself. */
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
