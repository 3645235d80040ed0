import { Button, ChevronDownIcon, IconButton, MenuIcon, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { useDrag } from '#kernel/drag/use-drag.ts';
import { paths } from '#kernel/paths.ts';
import common from '../content.module.css';
import { RecordTag } from '../record/record-rows.tsx';
import { type DocEntry, useSectionDocs } from './doc-queries.ts';
import css from './doc-tree.module.css';
import { inOrder, nextAfterStep, wordOf } from './tree-order.ts';
import type { Destination } from './use-move.ts';

interface RowsProps {
  readonly sections: readonly DocEntry[];
  /** The section whose entries are listed; empty at the top. */
  readonly group: string;
  readonly label: string;
  readonly mayWrite: boolean;
  readonly onMove: (entry: DocEntry, to: Destination) => void;
  /** Asks for the section that an entry goes to. */
  readonly onPlace: (entry: DocEntry) => void;
  /** Asks for a new document in a section. */
  readonly onWrite: (section: string) => void;
}

/** The entries of a section, each with what changes its place; a section is opened to see its own. */
export const DocTreeRows = (props: RowsProps): JSX.Element => {
  const { sections, group, label, mayWrite, onWrite } = props;
  const { data, isError, refetch } = useSectionDocs(group, group !== '');
  const entries = inOrder([...sections.filter((each) => each.group === group), ...(data ?? [])]);
  if (group !== '' && data === undefined) {
    return isError ? (
      <p className={common.fault} role="alert">
        这个目录没有读到。
        <Button size="small" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    ) : (
      <Skeleton shape="row" count={3} />
    );
  }
  return (
    <>
      {entries.length === 0 ? <p className={common.note}>目录中还没有文档。</p> : null}
      <ol className={css.rows} aria-label={label}>
        {entries.map((entry, place) => (
          <Row key={wordOf(entry)} {...props} entry={entry} place={place} siblings={entries} />
        ))}
      </ol>
      {mayWrite && group !== '' ? (
        <div>
          <Button size="small" onClick={() => onWrite(group)}>
            在此新建文档
          </Button>
        </div>
      ) : null}
    </>
  );
};

interface RowProps extends RowsProps {
  readonly entry: DocEntry;
  readonly place: number;
  readonly siblings: readonly DocEntry[];
}

const separator = '\n';
/** What is dragged, in one text: what it is, its version, its title. */
const draggedText = ({ record, key, version, title }: DocEntry): string =>
  [record, key, version, title].join(separator);

const Row = (props: RowProps): JSX.Element => {
  const { entry, place, siblings, group, mayWrite, onMove, onPlace } = props;
  const [isOpen, setOpen] = useState(false);
  const isSection = entry.record === 'docSection';
  const title = entry.title || entry.key;
  const { source, target, over } = useDrag<HTMLDivElement, HTMLDivElement>({
    kind: 'docEntry',
    id: draggedText(entry),
    enabled: mayWrite,
    places: (dragged) => {
      const isDoc = dragged.startsWith('doc\n');
      const beside = isDoc && group === '' ? [] : (['before', 'after'] as const);
      return isSection ? [...beside, 'inside'] : beside;
    },
    onDrop: (dragged, at) => {
      const [record, key = '', version, name = ''] = dragged.split(separator);
      const moved = {
        ...entry,
        record: record === 'doc' ? 'doc' : 'docSection',
        key,
        version: Number(version),
        title: name,
      } as const;
      if (at === 'inside') onMove(moved, { into: entry.key });
      else {
        const rest = siblings.filter((each) => wordOf(each) !== wordOf(moved));
        const own = rest.findIndex((each) => wordOf(each) === wordOf(entry));
        onMove(moved, { into: group, before: at === 'before' ? entry : rest[own + 1] });
      }
    },
  });
  const step = (by: -1 | 1): void =>
    onMove(entry, { into: group, before: nextAfterStep(siblings, place, by), button: by === -1 ? 'up' : 'down' });
  return (
    <li>
      <div ref={target} className={css.row} data-over={over} data-entry={wordOf(entry)}>
        <div ref={source} className={css.name}>
          {mayWrite ? (
            <span className={css.handle} aria-hidden="true" title="拖动以调整位置">
              <MenuIcon size={16} />
            </span>
          ) : null}
          {isSection ? (
            <IconButton
              size="small"
              aria-expanded={isOpen}
              label={`${isOpen ? '收起' : '展开'} ${title}`}
              icon={<ChevronDownIcon className={isOpen ? common.up : undefined} />}
              onClick={() => setOpen(!isOpen)}
            />
          ) : null}
          <a href={href(isSection ? paths.docSection(entry.key) : paths.doc(entry.key))}>{title}</a>
          <RecordTag row={entry} />
        </div>
        {mayWrite ? (
          <div className={common.actions}>
            <IconButton
              size="small"
              data-order="up"
              label={`上移 ${title}`}
              icon={<ChevronDownIcon className={common.up} />}
              disabled={place === 0}
              onClick={() => step(-1)}
            />
            <IconButton
              size="small"
              data-order="down"
              label={`下移 ${title}`}
              icon={<ChevronDownIcon />}
              disabled={place === siblings.length - 1}
              onClick={() => step(1)}
            />
            <Button size="small" data-order="into" aria-label={`移到其他目录 ${title}`} onClick={() => onPlace(entry)}>
              移到…
            </Button>
          </div>
        ) : null}
      </div>
      {isOpen ? (
        <div className={css.within}>
          <DocTreeRows {...props} group={entry.key} label={title} />
        </div>
      ) : null}
    </li>
  );
};
