import type { PictureFault, PictureKind } from './picture-head.ts';

/** What is done with a picture: it is rendered again, or only shown to be whole. */
export interface PictureWork {
  readonly bytes: Uint8Array;
  readonly kind: PictureKind;
  readonly does: 'redraw' | 'check';
  /** Processor time that it may take. @unit ms */
  readonly mostMs: number;
}

/** What became of it: the new bytes (none of a check), or why it is refused. */
export type PictureResult = { readonly bytes: Uint8Array | null } | PictureFault;

/** What the process sends: that it listens, or a result. */
export type PictureMessage = { readonly ready: true } | { readonly result: PictureResult };
