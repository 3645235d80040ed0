import { Blocks, Button, HeroSlides, PageState, Section, Skeleton, StepCards } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { useHomePage, useSlides } from '../catalog-queries.ts';
import { HomeCategories } from './home-categories.tsx';
import { HomeContact } from './home-contact.tsx';
import { HomeDocs } from './home-docs.tsx';
import { HomeFacts } from './home-facts.tsx';
import css from './home-page.module.css';
import { HomePartners } from './home-partners.tsx';
import { HomeProducts } from './home-products.tsx';
import { HomeQuickLinks } from './home-quick-links.tsx';

const steps = [
  { title: '注册并认证企业', text: '手机号注册；上传营业执照，逐项告诉您哪里需要补充。' },
  { title: '选择产品与规格', text: '价格随选项实时计算，协议看得懂再签，先试用也可以。' },
  { title: '开通、对账、结清', text: '每月账单逐笔可查，有差异当场提出，有人答复。' },
];

/** The home page, which the first response contains with its data. @source ux "Home" */
export const HomePage = (): JSX.Element => {
  const isH5 = usePageType() === 'H5';
  return (
    <>
      <Hero isH5={isH5} />
      {isH5 ? <HomeQuickLinks /> : null}
      <HomeProducts />
      {isH5 ? null : <HomeCategories />}
      <Section title="三步开通" sub="不用等人，随时可以停下来再继续。" alt={isH5}>
        <StepCards steps={steps} />
      </Section>
      <HomeBlocks />
      <HomePartners />
      <HomeDocs />
      <HomeContact />
    </>
  );
};

const Hero = ({ isH5 }: { isH5: boolean }): JSX.Element => {
  const { state, retry } = useSlides();
  const isVisitor = useUser() === null;
  return (
    <PageState
      state={state}
      onRetry={retry}
      loading={<HeroSkeleton />}
      empty={<h1 className={css.plain}>金融与权益，一处开通</h1>}
    >
      {({ slides }) => (
        <HeroSlides
          slides={slides}
          pictureFirst={!isH5}
          extra={
            <>
              {isVisitor ? <Button href={href(paths.register())}>免费注册</Button> : null}
              {isH5 ? null : <HomeFacts />}
            </>
          }
        />
      )}
    </PageState>
  );
};

const HeroSkeleton = (): JSX.Element => (
  <div className={css.hero}>
    <Skeleton shape="title" />
    <Skeleton count={3} />
  </div>
);

/** The blocks that ops compose; an empty page renders nothing. */
const HomeBlocks = (): JSX.Element | null => {
  const { state, retry } = useHomePage();
  if (state.status === 'ready' && state.data.blocks.length === 0) return null;
  return (
    <Section alt>
      <PageState state={state} onRetry={retry} loading={<Skeleton shape="image" />} empty={null}>
        {({ blocks }) => <Blocks blocks={blocks} />}
      </PageState>
    </Section>
  );
};
