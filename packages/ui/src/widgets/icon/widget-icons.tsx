import { drawIcon } from './draw-icon.tsx';
import { ring } from './ring.ts';

/* The icons of form and message widgets, in a file of their own so that a form loads no others. */

export const CheckIcon = /* @__PURE__ */ drawIcon('m5 12.5 4.5 4.5L19 7.5');
export const CloseIcon = /* @__PURE__ */ drawIcon('M6 6l12 12M18 6 6 18');
export const CopyIcon = /* @__PURE__ */ drawIcon(
  'M10 8h9a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1M15 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h4',
);
export const ErrorIcon = /* @__PURE__ */ drawIcon(`${ring}M12 7.5v5.5M12 16h.01`);
export const EyeIcon = /* @__PURE__ */ drawIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6',
);
export const EyeOffIcon = /* @__PURE__ */ drawIcon(
  'M9.9 5.7a9 9 0 0 1 2.1-.2c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.4M6.4 7.2A16.4 16.4 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.7-1.3M10 10a3 3 0 0 0 4.1 4.2M4 4l16 16',
);
export const InfoIcon = /* @__PURE__ */ drawIcon(`${ring}M12 11v5M12 8h.01`);
export const PlayIcon = /* @__PURE__ */ drawIcon('M7 4.5v15l12-7.5-12-7.5');
export const RefreshIcon = /* @__PURE__ */ drawIcon('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.3M20 4.5v4.8h-4.8');
export const SuccessIcon = /* @__PURE__ */ drawIcon(`${ring}m-4 9.2 2.8 2.8L16 9.3`);
export const WarnIcon = /* @__PURE__ */ drawIcon('M12 4 2.5 20h19L12 4M12 10v4.5M12 17.3h.01');
export const ArrowRightIcon = /* @__PURE__ */ drawIcon('M4 12h16m-6-6 6 6-6 6');
export const PlusIcon = /* @__PURE__ */ drawIcon('M12 5v14M5 12h14');
export const MinusIcon = /* @__PURE__ */ drawIcon('M5 12h14');
