import { either, exactly, list, object } from '../../shapes.ts';
import { line, picture } from './body-fields.ts';

const pictureBlock = <const T extends string>(template: T) =>
  object({
    template: exactly(template),
    title: line(80),
    text: line(4000),
    image: picture(),
    imageAlt: line(200),
    link: line(300),
  });

/** A block of one of the six media templates (R2.8), as staff edit it: what may be left out is an empty text. */
const blockBody = () =>
  either([
    pictureBlock('template_upDown'),
    pictureBlock('template_leftText'),
    pictureBlock('template_rightText'),
    object({
      template: exactly('template_swiper'),
      items: list(object({ image: picture(), imageAlt: line(200), title: line(80), link: line(300) }), { max: 20 }),
    }),
    object({
      template: exactly('template_card'),
      title: line(80),
      items: list(object({ icon: picture(), title: line(80), text: line(1000), link: line(300) }), { max: 20 }),
    }),
    object({
      template: exactly('template_audio'),
      title: line(80),
      audio: picture(),
      cover: picture(),
      transcript: line(8000),
    }),
  ]);

/** The blocks of a page or a product, in their order. */
export const blocksBody = () => list(blockBody(), { max: 60 });
