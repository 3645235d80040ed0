import { AuthCard, classNames, Section, Skeleton } from '@ronghui/ui';
import type { JSX } from 'react';
import type { knownProduct } from '#kernel/first-response.ts';
import type { Route } from '../routes.ts';
import css from './skeletons.module.css';

/** What a skeleton may show already: the page's heading, and the product whose card is known. */
interface Known {
  readonly title: string;
  readonly product?: ReturnType<typeof knownProduct>;
}

/** The text that stands in every skeleton. @source R2.2 */
export const loadingText = 'loading';

const Loading = (): JSX.Element => (
  <p className={css.loading} role="status">
    {loadingText}
  </p>
);

const CardSkeleton = ({ title }: Known): JSX.Element => (
  <AuthCard title={title}>
    <Skeleton shape="row" count={4} />
    <Loading />
  </AuthCard>
);

/** The head of a product page; before the scripts run, the document's inline line fills in what `data-known` names. */
const ProductSkeleton = ({ product }: Known): JSX.Element => (
  <div className={classNames(css.wide, css.product)}>
    <div>
      <h1 className={css.name} data-known="name">
        {product?.name ?? '产品'}
      </h1>
      <p className={css.lead} data-known="tagline">
        {product?.tagline}
      </p>
      <Skeleton shape="button" />
      <Loading />
    </div>
    <img className={css.cover} data-known="coverUrl" src={product?.coverUrl} alt="" width="560" height="315" />
  </div>
);

const GridSkeleton = ({ title }: Known): JSX.Element => (
  <Section title={title} level={1} tight>
    <div className={css.grid}>
      <Skeleton shape="card" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
    <Loading />
  </Section>
);

const TextSkeleton = ({ title }: Known): JSX.Element => (
  <Section title={title} level={1} tight>
    <Skeleton count={6} />
    <Loading />
  </Section>
);

const DocsSkeleton = ({ title }: Known): JSX.Element => (
  <div className={classNames(css.wide, css.docs)}>
    <div className={css.tree}>
      <Skeleton count={9} />
    </div>
    <div>
      <h1 className={css.name}>{title}</h1>
      <Skeleton count={8} />
      <Loading />
    </div>
  </div>
);

/** Stands in the merchant area's frame, and in the public one until that is there. */
const AreaSkeleton = ({ title }: Known): JSX.Element => (
  <div className={css.area}>
    <h1 className={css.areaTitle}>{title}</h1>
    <Skeleton shape="card" />
    <Loading />
  </div>
);

const HomeSkeleton = (): JSX.Element => (
  <div className={css.wide}>
    <Skeleton shape="title" />
    <Skeleton count={2} />
    <Skeleton shape="image" />
    <Loading />
  </div>
);

const shapes: Readonly<Record<Route['skeleton'], (known: Known) => JSX.Element>> = {
  home: HomeSkeleton,
  card: CardSkeleton,
  product: ProductSkeleton,
  docs: DocsSkeleton,
  text: TextSkeleton,
  grid: GridSkeleton,
  area: AreaSkeleton,
};

/** Holds the place of a page while it loads, in the page's own shape and with its heading. @source R2.2, R2.9 */
export const RouteSkeleton = ({ shape, ...known }: Known & { shape: Route['skeleton'] }): JSX.Element => {
  const Shape = shapes[shape];
  return (
    <div className={css.skeleton} aria-busy="true">
      <Shape {...known} />
    </div>
  );
};
