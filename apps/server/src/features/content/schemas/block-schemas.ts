import Type from 'typebox';
import { address, link, list, type Media, object, optional, path, soundAddress, text } from './schema-fields.ts';

const pictureBlock = <const T extends string, P extends Type.TSchema>(template: T, { picture }: Media<P>) =>
  object({
    template: Type.Literal(template),
    title: text(80),
    text: text(4000),
    image: picture(),
    imageAlt: text(200),
    link: optional(link()),
  });

/** The six media templates, by name: a block is validated against its own, so that a fault names its field. */
const blocksWith = <P extends Type.TSchema>(media: Media<P>) => ({
  template_upDown: pictureBlock('template_upDown', media),
  template_leftText: pictureBlock('template_leftText', media),
  template_rightText: pictureBlock('template_rightText', media),
  template_swiper: object({
    template: Type.Literal('template_swiper'),
    items: list(
      object({ image: media.picture(), imageAlt: text(200), title: optional(text(80)), link: optional(link()) }),
      20,
      1,
    ),
  }),
  template_card: object({
    template: Type.Literal('template_card'),
    title: optional(text(80)),
    items: list(
      object({ icon: optional(media.picture()), title: text(80), text: text(1000), link: optional(link()) }),
      20,
      1,
    ),
  }),
  template_audio: object({
    template: Type.Literal('template_audio'),
    title: text(80),
    audio: media.sound(),
    cover: optional(media.picture()),
    transcript: text(8000),
  }),
});

/** In the form of files. */
export const blockSchemas = blocksWith({ picture: path, sound: path });
/** As staff edit them. */
export const editedBlockSchemas = blocksWith({ picture: address, sound: soundAddress });

/** A block before its template is known. */
const anyBlock = Type.Object({ template: Type.Enum(Object.keys(blockSchemas)) });
export const blocks = () => list(anyBlock, 60);
