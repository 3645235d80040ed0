import { Blocks, PreviewFrame, Section } from '@ronghui/ui';
import type { JSX } from 'react';
import common from '../content.module.css';
import css from './block.module.css';
import { type EditedBlock, shownBlock } from './block-words.ts';

interface BlockPreviewProps {
  readonly title: string;
  readonly blocks: readonly EditedBlock[];
  /** The block that is being edited. */
  readonly open: number | undefined;
}

/** What visitors will see on a computer and on a phone, side by side, by the portal's own blocks. @source R2.8, R11.3 */
export const BlockPreview = ({ title, blocks, open }: BlockPreviewProps): JSX.Element => {
  const shown = blocks.map(shownBlock);
  return (
    <section className={css.preview} aria-label="预览">
      <h2 className={common.title}>访客看到的样子</h2>
      <div className={css.windows}>
        <PreviewFrame name="电脑" width={1280} at={open}>
          <Section title={title} level={1} tight>
            <Blocks blocks={shown} />
          </Section>
        </PreviewFrame>
        <PreviewFrame name="手机" width={390} at={open}>
          <Section title={title} level={1} tight>
            <Blocks blocks={shown} />
          </Section>
        </PreviewFrame>
      </div>
    </section>
  );
};
