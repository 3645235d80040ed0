import type { Download } from '@ronghui/client';
import { BlobPicture, Button, classNames } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { type JSX, useState } from 'react';
import css from './file.module.css';

/** The sizes of a picture: as wide as its place, then larger. */
const zooms = [css['zoom1'], css['zoom2'], css['zoom3']];
const turns = [undefined, css['turn1'], css['turn2'], css['turn3']];

/** How a document is looked at. */
export interface View {
  readonly zoom: number;
  readonly turn: number;
}
export const firstView: View = { zoom: 0, turn: 0 };
/** The next larger size; after the largest the first again. */
export const larger = ({ zoom, turn }: View): View => ({ zoom: (zoom + 1) % zooms.length, turn });
const turned = ({ zoom, turn }: View): View => ({ zoom, turn: (turn + 1) % turns.length });

/** A file that is fetched, by the query of its noun. */
interface FetchedFile {
  readonly data: Download | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface StoredDocumentProps {
  readonly label: string;
  readonly name: string;
  readonly file: FetchedFile;
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** A document with zoom and turn. A PDF is saved, because the page's policy shows none. */
export const StoredDocument = ({ label, name, file, view, onView }: StoredDocumentProps): JSX.Element => {
  const { data, error, refetch } = file;
  const [isSaved, setSaved] = useState(false);
  if (error !== null && data === undefined) {
    return (
      <div className={css.place} role="alert">
        {label}没有取到。
        <Button size="small" onClick={() => void refetch()}>
          重试
        </Button>
      </div>
    );
  }
  if (data === undefined) return <div className={css.place} aria-busy="true" />;
  if (!data.blob.type.startsWith('image/')) {
    return (
      <div className={css.place}>
        <span>{name}</span>
        <Button
          onClick={() => {
            saveFile(data);
            setSaved(true);
          }}
        >
          {isSaved ? '再次保存到本机' : '保存到本机查看'}
        </Button>
      </div>
    );
  }
  return (
    <>
      <div className={css.frame} tabIndex={0} role="region" aria-label={`${label}的图片`}>
        <BlobPicture
          blob={data.blob}
          alt={label}
          className={classNames(css.picture, zooms[view.zoom], turns[view.turn])}
        />
      </div>
      <div className={css.bar}>
        <Button size="small" onClick={() => onView(larger(view))}>
          {view.zoom === zooms.length - 1 ? '恢复大小' : '放大'}
        </Button>
        <Button size="small" onClick={() => onView(turned(view))}>
          旋转
        </Button>
        <span className={css.note}>{name}</span>
      </div>
    </>
  );
};
