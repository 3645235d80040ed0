import { qrCode } from '@ronghui/domain/pictures/qr-code';
import type { JSX } from 'react';
import css from './qr-picture.module.css';

/** Light modules around a symbol, so that readers find it. */
const quiet = 4;

/** A text as a QR code, drawn here: the secret goes to no other server. Nothing for a text that is too long. */
export const QrPicture = ({ text, label }: { text: string; label: string }): JSX.Element | null => {
  const modules = qrCode(text);
  if (modules === undefined) return null;
  const side = modules.length + quiet * 2;
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={css.picture}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
};
