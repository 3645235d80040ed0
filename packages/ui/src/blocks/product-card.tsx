import type { JSX } from 'react';
import { classNames } from '../class-names.ts';
import { Tag } from '../widgets/tag/tag.tsx';
import css from './product-card.module.css';
import type { SkuPrice } from './sku-words.ts';

/** A product in a list, as the wire has it. */
export type ProductSummary = {
  pid: string;
  name: string;
  tagline: string;
  coverUrl?: string | null | undefined;
  tags: readonly string[];
  hasTrial: boolean;
  /** The annual rate of a loan product, formatted: `5.8%`. */
  annualRate?: string | undefined;
};

/** `href` is the address of the product's page; `price` is what it starts from, with its unit, or 面议. */
export type ProductCardProps = {
  product: ProductSummary;
  href: string;
  price: SkuPrice;
  level?: 2 | 3 | 4;
  className?: string | undefined;
};

/**
 * A product card: cover, name, one sentence, price. Loan products show their annual rate and the warning.
 *
 * @source R10.13
 */
export function ProductCard({ product, href, price, level = 3, className }: ProductCardProps): JSX.Element {
  const Heading = `h${level}` as const;
  const { name, tagline, coverUrl, tags, hasTrial, annualRate } = product;
  return (
    <article className={classNames(css.card, className)}>
      {coverUrl ? (
        <img className={css.cover} src={coverUrl} alt="" width="560" height="315" loading="lazy" decoding="async" />
      ) : null}
      <div className={css.body}>
        <Heading className={css.name}>
          <a href={href} className={css.link}>
            {name}
          </a>
        </Heading>
        <p className={css.tagline}>{tagline}</p>
        {tags.length > 0 ? (
          <div className={css.tags}>
            {tags.slice(0, 3).map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </div>
        ) : null}
        <div className={css.foot}>
          <span>
            {annualRate !== undefined ? (
              <span className={css.rate}>{`年化利率 ${annualRate}`}</span>
            ) : (
              <>
                <b className={css.price}>{price.amount}</b>
                <span className={css.from}>{price.per}</span>
              </>
            )}
          </span>
          {hasTrial ? <Tag tone="info">可试用</Tag> : null}
        </div>
        {annualRate !== undefined ? <p className={css.warning}>贷款有风险，借款需谨慎</p> : null}
      </div>
    </article>
  );
}
