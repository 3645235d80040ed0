import { Button, ChevronDownIcon, EmptyState, IconButton, MenuIcon, PlusIcon, Select } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { useDrag } from '#kernel/drag/use-drag.ts';
import common from '../content.module.css';
import css from './block.module.css';
import { BlockForm } from './block-form.tsx';
import { blankBlock, blockTitle, type EditedBlock, type Template, templateName, templates } from './block-words.ts';
import { OrderButtons } from './order-buttons.tsx';
import { type Order, placeAfterMove, useOrder } from './use-order.ts';

/** The most blocks that a page has. */
const most = 60;

interface BlockListProps {
  readonly blocks: readonly EditedBlock[];
  readonly onBlocksChange: (blocks: EditedBlock[]) => void;
  /** The fault of a place below the blocks, such as `0.title`. */
  readonly faultAt: (path: string) => string | undefined;
  readonly mayWrite: boolean;
  /** The place of the block that is being edited. */
  readonly open: number | undefined;
  readonly onOpenChange: (place: number | undefined) => void;
}

/** The blocks of a page in their order: each is edited where it stands, moved by dragging or by its buttons, copied and removed. @source R11.3 */
export const BlockList = (props: BlockListProps): JSX.Element => {
  const { blocks, onBlocksChange, onOpenChange } = props;
  const { list, announcement, order } = useOrder({
    items: blocks,
    unit: '模块',
    titleOf: (block) => `${templateName(block.template)} ${blockTitle(block)}`.trim(),
    onItemsChange: (next) => onBlocksChange([...next]),
  });
  return (
    <section className={common.stack} aria-label="内容模块">
      <div role="status" className={common.note}>
        {announcement}
      </div>
      {blocks.length === 0 ? (
        <EmptyState title="还没有内容模块" text="添加之后在这里编辑，上方是访客看到的样子。" />
      ) : null}
      <ol className={css.blocks} aria-label="内容模块，按显示的顺序" ref={list}>
        {blocks.map((block, place) => (
          <BlockRow key={order.ids[place]} {...props} block={block} place={place} order={order} />
        ))}
      </ol>
      {blocks.length < most ? (
        <AddBlock
          onAdd={(template) => {
            order.add(blankBlock(template), blocks.length);
            onOpenChange(blocks.length);
          }}
        />
      ) : (
        <p className={common.note}>最多 {most}&nbsp;个模块。</p>
      )}
    </section>
  );
};

const AddBlock = ({ onAdd }: { onAdd: (template: Template) => void }): JSX.Element => {
  const [template, setTemplate] = useState<Template>('template_leftText');
  return (
    <div className={common.actions}>
      <Select
        aria-label="模块的模板"
        value={template}
        options={templates}
        onValueChange={(value) => setTemplate(value as Template)}
      />
      <Button data-add icon={<PlusIcon />} onClick={() => onAdd(template)}>
        添加模块
      </Button>
    </div>
  );
};

interface BlockRowProps extends BlockListProps {
  readonly block: EditedBlock;
  readonly place: number;
  readonly order: Order<EditedBlock>;
}

const BlockRow = ({
  blocks,
  block,
  place,
  order,
  onBlocksChange,
  faultAt,
  mayWrite,
  open,
  onOpenChange,
}: BlockRowProps): JSX.Element => {
  const id = order.ids[place] ?? '';
  const isOpen = open === place;
  const title = blockTitle(block) || '未填写';
  const name = `${templateName(block.template)} ${title}`;
  const move = (from: number, to: number): void => {
    order.move(from, to);
    if (open !== undefined) onOpenChange(placeAfterMove(open, from, to));
  };
  const { source, target, over } = useDrag<HTMLDivElement, HTMLLIElement>({
    kind: 'block',
    id,
    enabled: mayWrite,
    places: () => ['before', 'after'],
    onDrop: (dragged, at) => {
      const from = order.ids.indexOf(dragged);
      if (from < 0) return;
      const to = place + (at === 'after' ? 1 : 0);
      move(from, to > from ? to - 1 : to);
    },
  });
  return (
    <li ref={target} className={css.block} aria-label={name} data-over={over}>
      <div ref={source} className={css.bar}>
        <span className={css.handle} aria-hidden="true" title="拖动以调整顺序">
          <MenuIcon size={16} />
        </span>
        <h2 className={css.name}>
          {place + 1}. <span className={css.template}>{templateName(block.template)}</span> {title}
        </h2>
        <OrderButtons
          title={name}
          place={place}
          count={blocks.length}
          onMove={(to) => move(place, to)}
          onCopy={
            blocks.length < most
              ? () => {
                  order.add(structuredClone(block), place + 1);
                  onOpenChange(place + 1);
                }
              : undefined
          }
          onRemove={() => {
            order.remove(place);
            if (isOpen) onOpenChange(undefined);
            else if (open !== undefined && place < open) onOpenChange(open - 1);
          }}
        />
        <IconButton
          size="small"
          data-order="open"
          aria-expanded={isOpen}
          label={`${isOpen ? '收起' : '编辑'} ${name}`}
          icon={<ChevronDownIcon className={isOpen ? common.up : undefined} />}
          onClick={() => onOpenChange(isOpen ? undefined : place)}
        />
      </div>
      {isOpen ? (
        <div className={css.form}>
          <BlockForm
            block={block}
            onBlockChange={(next) => onBlocksChange(blocks.map((each, at) => (at === place ? next : each)))}
            faultAt={(field) => faultAt(`${place}.${field}`)}
          />
        </div>
      ) : null}
    </li>
  );
};
