import { NotFound, PageState, Stepper } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useEffect } from 'react';
import { useNotFound } from '#kernel/not-found.ts';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import { askForLogin } from '#kernel/session.ts';
import { startUpStore } from '#kernel/start-up.ts';
import { ConfigSkeleton } from './config-skeleton.tsx';
import { type ConfigState, type ConfigType, useConfig } from './config-state.ts';
import { ConfigureStep } from './configure-step.tsx';
import { type Product, useConfigProduct } from './purchase-queries.ts';
import css from './sku-config-page.module.css';

const PurchaseConfirm = lazyPart(() => import('./purchase-confirm.tsx'), <ConfigSkeleton />);
const TrialStep = lazyPart(() => import('./trial-step.tsx'), <ConfigSkeleton />);
const DoneStep = lazyPart(() => import('./done-step.tsx'), <ConfigSkeleton />);

const steps = ['配置', '确认', '完成'];

const isOffered = (product: Product, type: ConfigType): boolean =>
  type === 'trial' ? product.hasTrial : product.skus.length > 0;

/** Configures and prices a product, then places an order or requests a trial. @source R1.1, R10.2, ux "skuConfig" */
export const SkuConfigPage = ({ params }: PageProps): JSX.Element => {
  const { pid = '', type } = params;
  return type === 'purchase' || type === 'trial' ? <Offer pid={pid} type={type} /> : <NotOffered />;
};

const Offer = ({ pid, type }: { pid: string; type: ConfigType }): JSX.Element => {
  const { state, reload } = useConfigProduct(pid);
  return (
    <PageState
      state={state.status === 'ready' && !isOffered(state.data, type) ? { status: 'empty' } : state}
      onRetry={() => void reload()}
      loading={<ConfigSkeleton />}
      empty={<NotOffered />}
    >
      {(product) => <Steps product={product} type={type} onReload={reload} />}
    </PageState>
  );
};

interface StepsProps {
  readonly product: Product;
  readonly type: ConfigType;
  readonly onReload: () => Promise<unknown>;
}

const Steps = ({ product, type, onReload }: StepsProps): JSX.Element => {
  const config = useConfig(product, type);
  const { step } = config;
  const title = type === 'trial' ? '申请试用' : '购买配置';
  return (
    <div className={css.page}>
      <header className={css.top}>
        <div>
          <p className={css.product}>
            <a href={href(paths.product(product.pid))}>{product.name}</a>
          </p>
          <h1 className={css.title}>{title}</h1>
        </div>
        <div className={css.steps}>
          <Stepper label="步骤" steps={steps} current={{ configure: 0, confirm: 1, done: 3 }[step]} />
        </div>
      </header>
      {step === 'configure' ? <ConfigureStep config={config} /> : null}
      {step === 'confirm' && type === 'purchase' ? <PurchaseStep config={config} onReload={onReload} /> : null}
      {step === 'confirm' && type === 'trial' ? <TrialStep config={config} onReload={onReload} /> : null}
      {step === 'done' ? <DoneStep config={config} /> : null}
    </div>
  );
};

interface PurchaseStepProps {
  readonly config: ConfigState;
  /** Fetches the product with its agreements again. */
  readonly onReload: () => Promise<unknown>;
}

/** Needs a login: a visitor is led to the login and back here. @source R1.1 */
const PurchaseStep = ({ config, onReload }: PurchaseStepProps): JSX.Element => {
  const { phase, user } = startUpStore.use();
  const isVisitor = user === null && phase !== 'starting';
  useEffect(() => {
    if (isVisitor) askForLogin();
  }, [isVisitor]);
  if (user === null) return <ConfigSkeleton />;
  // A consent for one tenant does not apply to another.
  return <PurchaseConfirm key={user.userId + user.tenantId} config={config} user={user} onReload={onReload} />;
};

const NotOffered = (): JSX.Element => {
  const ways = useNotFound();
  return <NotFound {...ways} />;
};
