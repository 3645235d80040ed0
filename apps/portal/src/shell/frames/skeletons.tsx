import { AuthCard, classNames, Section, Skeleton } from '@ronghui/ui';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { ComponentProps, JSX } from 'react';
import type { knownProduct } from '#features/catalog/home/first-response.ts';
import type { Route } from '../route-table.ts';
import css from './skeletons.module.css';

/** What a skeleton can show before the page loads: the page's heading, and the product whose card is known. */
interface Known {
  readonly shape: Route['skeleton'];
  readonly title: string;
  readonly lead?: string | undefined;
  readonly foot?: string | undefined;
  readonly product?: ReturnType<typeof knownProduct>;
}

/** The text of every skeleton. @source R2.2 */
const Loading = (): JSX.Element => (
  <p className={css.loading} role="status">
    loading
  </p>
);

const CardSkeleton = ({ title, lead, foot }: Known): JSX.Element => (
  <AuthCard title={title} sub={lead} footer={foot}>
    <Loading />
    <Skeleton shape="row" count={4} />
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
      <Loading />
      <Skeleton shape="button" />
    </div>
    <img className={css.cover} data-known="coverUrl" src={product?.coverUrl} alt="" width="640" height="400" />
  </div>
);

/** What is below the heading of a page, by its shape. */
const bodies: Readonly<Partial<Record<Route['skeleton'], ComponentProps<typeof Skeleton>>>> = {
  text: { count: 6 },
  grid: { shape: 'card', count: 4, className: css.grid },
  form: { shape: 'row', count: 6 },
  list: { shape: 'row', count: 9 },
  parts: { shape: 'card', count: 2 },
};

/** A public page. On H5 the header has the title of a text. */
const TextSkeleton = ({ title, lead, shape }: Known): JSX.Element => (
  <Section title={title} titleInHeader={usePageType() === 'H5' && shape === 'text'} sub={lead} level={1} tight>
    <Loading />
    <Skeleton {...bodies[shape]} />
  </Section>
);

const DocsSkeleton = ({ title, lead }: Known): JSX.Element => (
  <div className={classNames(css.wide, css.docs)}>
    <div className={css.tree}>
      <Skeleton count={9} />
    </div>
    <div>
      <h1>{title}</h1>
      <p className={css.lead}>{lead}</p>
      <Loading />
      <Skeleton count={8} />
    </div>
  </div>
);

/** A page of the merchant area: a list with its filter, or cards. */
const AreaSkeleton = ({ title, shape }: Known): JSX.Element => (
  <div className={css.area}>
    {usePageType() === 'H5' ? null : <h1 className={css.title}>{title}</h1>}
    <Loading />
    <Skeleton {...bodies[shape]} />
  </div>
);

const shapes: Readonly<Partial<Record<Route['skeleton'], (known: Known) => JSX.Element>>> = {
  card: CardSkeleton,
  product: ProductSkeleton,
  docs: DocsSkeleton,
  list: AreaSkeleton,
  parts: AreaSkeleton,
};

/** Holds the place of a page while it loads, in the page's own shape and with its heading. @source R2.2, R2.9 */
export const RouteSkeleton = (known: Known): JSX.Element => {
  const Shape = shapes[known.shape] ?? TextSkeleton;
  return (
    <div className={css.skeleton} aria-busy="true">
      <Shape {...known} />
    </div>
  );
};
