import { slideThemes } from '@ronghui/domain/content';
import { FormField, HeroSlides, Select, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import type { BodyOf } from '../content-queries.ts';
import { LinkField } from '../record/link-field.tsx';
import { PictureField } from '../record/picture-field.tsx';
import { RecordPage } from '../record/record-page.tsx';
import { type ItemForm, ItemList } from './item-list.tsx';

type Slide = BodyOf<'slides'>['items'][number];

const blank: BodyOf<'slides'> = { record: 'slides', items: [] };
const blankSlide = {
  title: '',
  subtitle: '',
  image: '',
  imageAlt: '',
  link: '#/portal/products',
  theme: 'indigo',
} as const;

/** The slides of the home page, as visitors see them, and their order. @source R11.3 */
export const SlidesPage = (): JSX.Element => (
  <RecordPage record="slides" sub="门户首页最上方依次播放的内容。" blank={blank}>
    {(editor) => (
      <ItemList editor={editor} unit="轮播" most={20} blank={blankSlide} titleOf={({ title }) => title}>
        {(form) => <SlideFields {...form} />}
      </ItemList>
    )}
  </RecordPage>
);

const SlideFields = ({ item, change, faultAt }: ItemForm<Slide>): JSX.Element => (
  <>
    <FormField label="标题" required error={faultAt('title')}>
      <TextInput value={item.title} onValueChange={(title) => change({ title })} maxLength={80} />
    </FormField>
    <FormField label="副标题" error={faultAt('subtitle')}>
      <TextInput value={item.subtitle} onValueChange={(subtitle) => change({ subtitle })} maxLength={200} />
    </FormField>
    <PictureField
      label="图片"
      hint="建议 1040×640 像素"
      required
      value={item.image}
      onValueChange={(image) => change({ image })}
      error={faultAt('image')}
    />
    <FormField label="图片说明" hint="看不到图片的访客会听到它" required error={faultAt('imageAlt')}>
      <TextInput value={item.imageAlt} onValueChange={(imageAlt) => change({ imageAlt })} maxLength={200} />
    </FormField>
    <div className={css.pair}>
      <LinkField required value={item.link} onValueChange={(link) => change({ link })} error={faultAt('link')} />
      <FormField label="配色" required error={faultAt('theme')}>
        <Select
          value={item.theme}
          options={slideThemes}
          onValueChange={(theme) => change({ theme: theme as Slide['theme'] })}
        />
      </FormField>
    </div>
    <details>
      <summary>访客看到的样子</summary>
      {/* The portal's own block; its link leads to a page of the portal. */}
      <div inert>
        <HeroSlides slides={[{ ...item, imageUrl: item.image }]} everyMs={0} />
      </div>
    </details>
  </>
);
