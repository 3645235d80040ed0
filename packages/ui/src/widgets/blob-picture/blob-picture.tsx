import { type JSX, useCallback } from 'react';

/** Delay before a picture's object URL is revoked. @unit ms */
const keptMs = 10_000;

/** A picture fetched as bytes; the caller sets the frame's size. */
export interface BlobPictureProps {
  readonly blob: Blob;
  /** The alternative text; empty where the text beside it says the same. */
  readonly alt: string;
  readonly className?: string | undefined;
}

/** Its object URL exists while it is in the page. */
export function BlobPicture({ blob, alt, className }: BlobPictureProps): JSX.Element {
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (picture === null) return;
      const address = URL.createObjectURL(blob);
      picture.src = address;
      // A picture that leaves the page before it was painted is still being decoded.
      return () => void setTimeout(() => URL.revokeObjectURL(address), keptMs);
    },
    [blob],
  );
  return <img ref={show} alt={alt} className={className} />;
}
