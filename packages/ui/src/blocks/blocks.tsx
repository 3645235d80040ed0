import type { JSX } from 'react';
import { AudioPlayer } from '../widgets/audio-player/audio-player.tsx';
import css from './blocks.module.css';
import { CardBlock, type CardData } from './card-block.tsx';
import { MediaBlock, type MediaData } from './media-block.tsx';
import { SwiperBlock, type SwiperData } from './swiper-block.tsx';

/** A recording with its transcript. */
type AudioData = {
  template: 'template_audio';
  title: string;
  audioUrl: string;
  coverUrl?: string | undefined;
  transcript: string;
};

/** The six media templates, as the wire has them. @source R2.8 */
export type Block = MediaData | SwiperData | CardData | AudioData;

/** Blocks from data, in order. Their titles are level-2 headings by default. */
export type BlocksProps = { blocks: readonly Block[]; level?: 2 | 3 };

/**
 * Renders the blocks of product details, home, partners and about pages.
 *
 * @source R2.8
 */
export function Blocks({ blocks, level = 2 }: BlocksProps): JSX.Element {
  return (
    <div className={css.blocks}>
      {blocks.map((block, place) => (
        <OneBlock key={place} block={block} level={level} />
      ))}
    </div>
  );
}

function OneBlock({ block, level }: { block: Block; level: 2 | 3 }): JSX.Element | null {
  switch (block.template) {
    case 'template_upDown':
    case 'template_leftText':
    case 'template_rightText':
      return <MediaBlock block={block} level={level} />;
    case 'template_swiper':
      return <SwiperBlock block={block} />;
    case 'template_card':
      return <CardBlock block={block} level={level} />;
    case 'template_audio':
      return (
        <AudioPlayer title={block.title} src={block.audioUrl} coverUrl={block.coverUrl} transcript={block.transcript} />
      );
    default: {
      const unknown: { template?: unknown } = block;
      console.error(`unknown media template: ${String(unknown.template)}`);
      return null;
    }
  }
}
