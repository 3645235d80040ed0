import { correction, generate } from 'lean-qr';
import type { JSX } from 'react';
import css from './qr-picture.module.css';

/** The light margin that scanners need. @unit modules */
const quiet = 4;

/** Draws a text as a QR code in the browser, so that the secret goes to no other server. */
export const QrPicture = ({ text, label }: { text: string; label: string }): JSX.Element => {
  const symbol = generate(text, { minCorrectionLevel: correction.M });
  const side = symbol.size + quiet * 2;
  const places = Array.from({ length: symbol.size }, (_, at) => at);
  const path = places
    .flatMap((y) => places.map((x) => (symbol.get(x, y) ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
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
