import { contentOptions } from '@ronghui/domain/content';
import type { Block } from '@ronghui/ui';
import type { BodyOf } from '../content-queries.ts';

/** A block as staff edit it: what is not there is an empty text. */
export type EditedBlock = BodyOf<'page'>['blocks'][number];
export type Template = EditedBlock['template'];

/** The six templates, in the order in which they are offered. */
export const templates = contentOptions('template') as { readonly value: Template; readonly label: string }[];

/** What a template is called. */
export const templateName = (template: Template): string =>
  templates.find(({ value }) => value === template)?.label ?? template;

/** The words of a block by which it is recognised in a list. */
export const blockTitle = (block: EditedBlock): string => {
  if (block.template === 'template_swiper') return block.items[0]?.title || block.items[0]?.imageAlt || '';
  if (block.template === 'template_card') return block.title || block.items[0]?.title || '';
  return block.title;
};

export const blankSlide = { image: '', imageAlt: '', title: '', link: '' };
export const blankCard = { icon: '', title: '', text: '', link: '' };

/** A new block. */
export const blankBlock = (template: Template): EditedBlock => {
  switch (template) {
    case 'template_swiper':
      return { template, items: [blankSlide] };
    case 'template_card':
      return { template, title: '', items: [blankCard] };
    case 'template_audio':
      return { template, title: '', audio: '', cover: '', transcript: '' };
    case 'template_upDown':
    case 'template_leftText':
    case 'template_rightText':
      return { template, title: '', text: '', image: '', imageAlt: '', link: '' };
  }
};

/** Stands where a picture is still missing. */
const noPicture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><rect width="960" height="600" fill="#98a2b3" fill-opacity=".25"/><text x="480" y="310" font-size="36" text-anchor="middle" fill="#98a2b3" font-family="sans-serif">图片待上传</text></svg>',
)}`;

const pictureOf = (image: string): string => (image === '' ? noPicture : image);
const maybe = <Key extends string>(key: Key, value: string) =>
  (value === '' ? {} : { [key]: value }) as { readonly [K in Key]?: string };

/** A block as the portal's own component takes it. */
export const shownBlock = (block: EditedBlock): Block => {
  switch (block.template) {
    case 'template_swiper':
      return {
        template: block.template,
        items: block.items.map(({ image, imageAlt, title, link }) => ({
          imageUrl: pictureOf(image),
          imageAlt,
          ...maybe('title', title),
          ...maybe('link', link),
        })),
      };
    case 'template_card':
      return {
        template: block.template,
        ...maybe('title', block.title),
        items: block.items.map(({ icon, title, text, link }) => ({
          title,
          text,
          ...maybe('iconUrl', icon),
          ...maybe('link', link),
        })),
      };
    case 'template_audio':
      return {
        template: block.template,
        title: block.title,
        transcript: block.transcript,
        audioUrl: block.audio === '' ? '/media/none.mp3' : block.audio,
        ...maybe('coverUrl', block.cover),
      };
    case 'template_upDown':
    case 'template_leftText':
    case 'template_rightText':
      return {
        template: block.template,
        title: block.title,
        text: block.text,
        imageUrl: pictureOf(block.image),
        imageAlt: block.imageAlt,
        ...maybe('link', block.link),
      };
  }
};
