import { FormField, TextArea, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../content.module.css';
import { LinkField } from '../record/link-field.tsx';
import { PictureField } from '../record/picture-field.tsx';
import { blankCard, blankSlide, type EditedBlock } from './block-words.ts';
import { ItemRows } from './item-rows.tsx';
import { SoundField } from './sound-field.tsx';

type Of<Template extends EditedBlock['template']> = Extract<EditedBlock, { readonly template: Template }>;
type MediaBlock = Exclude<EditedBlock, Of<'template_swiper'> | Of<'template_card'> | Of<'template_audio'>>;

/** How a part of a block is edited: its values, their change, and the fault of a field. */
interface PartForm<Part> {
  readonly part: Part;
  readonly change: (changes: Partial<Part>) => void;
  readonly faultAt: (field: string) => string | undefined;
}

interface LineProps<Part> extends PartForm<Part> {
  readonly name: keyof Part & string;
  readonly label: string;
  readonly most: number;
  readonly hint?: string;
  readonly required?: boolean;
  readonly isLong?: boolean;
}

/** One text of a part. */
const Line = <Part extends object>({
  part,
  change,
  faultAt,
  name,
  label,
  most,
  hint,
  required = false,
  isLong = false,
}: LineProps<Part>): JSX.Element => {
  const control = {
    value: String(part[name] ?? ''),
    onValueChange: (value: string) => change({ [name]: value } as Partial<Part>),
    maxLength: most,
  };
  return (
    <FormField label={label} hint={hint} required={required} error={faultAt(name)}>
      {isLong ? <TextArea {...control} /> : <TextInput {...control} />}
    </FormField>
  );
};

/** Where a part leads to; it need not lead anywhere. */
const LinkLine = <Part extends { readonly link: string }>({ part, change, faultAt }: PartForm<Part>): JSX.Element => (
  <LinkField value={part.link} onValueChange={(link) => change({ link } as Partial<Part>)} error={faultAt('link')} />
);

const altHint = '看不到图片的访客会听到它';

const MediaFields = (form: PartForm<MediaBlock>): JSX.Element => (
  <>
    <Line {...form} name="title" label="标题" most={80} required />
    <Line {...form} name="text" label="文字" most={4000} required isLong />
    <PictureField
      label="图片"
      hint="建议 960×600 像素"
      required
      value={form.part.image}
      onValueChange={(image) => form.change({ image })}
      error={form.faultAt('image')}
    />
    <Line {...form} name="imageAlt" label="图片说明" hint={altHint} most={200} required />
    <LinkLine {...form} />
  </>
);

const SlideFields = (form: PartForm<Of<'template_swiper'>['items'][number]>): JSX.Element => (
  <>
    <PictureField
      label="图片"
      hint="建议 1200×514 像素"
      required
      value={form.part.image}
      onValueChange={(image) => form.change({ image })}
      error={form.faultAt('image')}
    />
    <Line {...form} name="imageAlt" label="图片说明" hint={altHint} most={200} required />
    <div className={css.pair}>
      <Line {...form} name="title" label="标题" most={80} />
      <LinkLine {...form} />
    </div>
  </>
);

const CardFields = (form: PartForm<Of<'template_card'>['items'][number]>): JSX.Element => (
  <>
    <PictureField
      label="图标"
      hint="建议 88×88 像素，可不填"
      value={form.part.icon}
      onValueChange={(icon) => form.change({ icon })}
      error={form.faultAt('icon')}
    />
    <Line {...form} name="title" label="标题" most={80} required />
    <Line {...form} name="text" label="文字" most={1000} required isLong />
    <LinkLine {...form} />
  </>
);

const AudioFields = (form: PartForm<Of<'template_audio'>>): JSX.Element => (
  <>
    <Line {...form} name="title" label="标题" most={80} required />
    <SoundField
      value={form.part.audio}
      onValueChange={(audio) => form.change({ audio })}
      error={form.faultAt('audio')}
    />
    <PictureField
      label="封面"
      hint="建议 400×400 像素，可不填"
      value={form.part.cover}
      onValueChange={(cover) => form.change({ cover })}
      error={form.faultAt('cover')}
    />
    <Line {...form} name="transcript" label="文字稿" hint="听不到声音的访客会读它" most={8000} required isLong />
  </>
);

interface BlockFormProps {
  readonly block: EditedBlock;
  readonly onBlockChange: (block: EditedBlock) => void;
  readonly faultAt: (field: string) => string | undefined;
}

/** The form of a block, by its template: the fields that the check of an import knows. @source R2.8, R11.3 */
export const BlockForm = ({ block, onBlockChange, faultAt }: BlockFormProps): JSX.Element => {
  switch (block.template) {
    case 'template_swiper':
      return (
        <ItemRows
          unit="图片"
          most={20}
          items={block.items}
          blank={blankSlide}
          titleOf={({ title, imageAlt }) => title || imageAlt}
          onItemsChange={(items) => onBlockChange({ ...block, items })}
          error={faultAt('items')}
        >
          {(part, change, place) => (
            <SlideFields part={part} change={change} faultAt={(field) => faultAt(`items.${place}.${field}`)} />
          )}
        </ItemRows>
      );
    case 'template_card':
      return (
        <>
          <Line
            part={block}
            change={(changes) => onBlockChange({ ...block, ...changes })}
            faultAt={faultAt}
            name="title"
            label="标题"
            hint="可不填"
            most={80}
          />
          <ItemRows
            unit="卡片"
            most={20}
            items={block.items}
            blank={blankCard}
            titleOf={({ title }) => title}
            onItemsChange={(items) => onBlockChange({ ...block, items })}
            error={faultAt('items')}
          >
            {(part, change, place) => (
              <CardFields part={part} change={change} faultAt={(field) => faultAt(`items.${place}.${field}`)} />
            )}
          </ItemRows>
        </>
      );
    case 'template_audio':
      return (
        <AudioFields part={block} change={(changes) => onBlockChange({ ...block, ...changes })} faultAt={faultAt} />
      );
    case 'template_upDown':
    case 'template_leftText':
    case 'template_rightText':
      return (
        <MediaFields part={block} change={(changes) => onBlockChange({ ...block, ...changes })} faultAt={faultAt} />
      );
  }
};
