/** A picture above, left or right of a text. */
export type MediaBlock = {
  template: 'template_upDown' | 'template_leftText' | 'template_rightText';
  title: string;
  text: string;
  imageUrl: string;
  imageAlt: string;
  link?: string | undefined;
};

/** A carousel of pictures. */
export type SwiperBlock = {
  template: 'template_swiper';
  items: readonly { imageUrl: string; imageAlt: string; title?: string | undefined; link?: string | undefined }[];
};

/** Cards side by side. */
export type CardBlock = {
  template: 'template_card';
  title?: string | undefined;
  items: readonly { iconUrl?: string | undefined; title: string; text: string; link?: string | undefined }[];
};

/** A recording with its transcript. */
export type AudioBlock = {
  template: 'template_audio';
  title: string;
  audioUrl: string;
  coverUrl?: string | undefined;
  transcript: string;
};

/** The six media templates, as the wire has them. @source R2.8 */
export type Block = MediaBlock | SwiperBlock | CardBlock | AudioBlock;
