import type { JSX } from 'react';
import css from './chart.module.css';

/** What tells one series from another: a colour and a pattern, so that neither is needed alone. */
export type ChartTone = 'solid' | 'striped' | 'dotted' | 'barred' | 'pale';

/** How a shape of a tone is filled; `id` is that of the chart's patterns. */
export const fillOf = (id: string, tone: ChartTone): { className: string | undefined; fill?: string } => {
  switch (tone) {
    case 'solid':
      return { className: css.solid };
    case 'pale':
      return { className: css.pale };
    case 'striped':
    case 'dotted':
    case 'barred':
      return { className: css[tone], fill: `url(#${id}-${tone})` };
  }
};

/** The patterns that `fillOf` refers to: once a chart. */
export const ChartPatterns = ({ id }: { id: string }): JSX.Element => (
  <defs>
    <pattern id={`${id}-striped`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" className={css.stripedGround} />
      <rect width="3" height="6" className={css.stripedInk} />
    </pattern>
    <pattern id={`${id}-barred`} width="4" height="4" patternUnits="userSpaceOnUse">
      <rect width="4" height="4" className={css.dottedGround} />
      <rect width="3" height="4" className={css.dottedInk} />
    </pattern>
    <pattern id={`${id}-dotted`} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="6" className={css.dottedGround} />
      <circle cx="3" cy="3" r="1.6" className={css.dottedInk} />
    </pattern>
  </defs>
);

/** The sign of a series in a legend. */
export const ChartMark = ({ id, tone }: { id: string; tone: ChartTone }): JSX.Element => (
  <svg className={css.mark} width="12" height="12" aria-hidden="true">
    <rect x="0.5" y="0.5" width="11" height="11" rx="2" {...fillOf(id, tone)} />
  </svg>
);
