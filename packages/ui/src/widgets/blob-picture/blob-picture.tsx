import { type JSX, useCallback } from 'react';

/** How long the address of a picture outlives it. @unit ms */
const keptMs = 10_000;

/** A picture that was fetched as bytes; the frame's size is the caller's. */
export interface BlobPictureProps {
  readonly blob: Blob;
  /** What it shows; empty where the text beside it says so. */
  readonly alt: string;
  readonly className?: string | undefined;
}

/** Its address lives as long as it is in the page. */
export function BlobPicture({ blob, alt, className }: BlobPictureProps): JSX.Element {
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (picture === null) return;
      const address = URL.createObjectURL(blob);
      picture.src = address;
      // A picture that leaves the page before it was drawn is still being read.
      return () => void setTimeout(() => URL.revokeObjectURL(address), keptMs);
    },
    [blob],
  );
  return <img ref={show} alt={alt} className={className} />;
}
