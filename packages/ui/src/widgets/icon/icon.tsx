import { drawIcon } from './draw-icon.tsx';

export type { IconProps } from './draw-icon.tsx';
export * from './frame-icons.tsx';

const ring = 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18';

export const CheckIcon = /* @__PURE__ */ drawIcon('m5 12.5 4.5 4.5L19 7.5');
export const CloseIcon = /* @__PURE__ */ drawIcon('M6 6l12 12M18 6 6 18');
export const PlusIcon = /* @__PURE__ */ drawIcon('M12 5v14M5 12h14');
export const MinusIcon = /* @__PURE__ */ drawIcon('M5 12h14');
export const ChevronRightIcon = /* @__PURE__ */ drawIcon('m9 5 7 7-7 7');
export const ArrowRightIcon = /* @__PURE__ */ drawIcon('M4 12h16m-6-6 6 6-6 6');
export const ExternalIcon = /* @__PURE__ */ drawIcon(
  'M14 4h6v6m0-6-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
);
export const MenuIcon = /* @__PURE__ */ drawIcon('M4 6.5h16M4 12h16M4 17.5h16');
export const ListIcon = /* @__PURE__ */ drawIcon('M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01');
export const EyeIcon = /* @__PURE__ */ drawIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6',
);
export const EyeOffIcon = /* @__PURE__ */ drawIcon(
  'M9.9 5.7a9 9 0 0 1 2.1-.2c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.4M6.4 7.2A16.4 16.4 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.7-1.3M10 10a3 3 0 0 0 4.1 4.2M4 4l16 16',
);
export const CopyIcon = /* @__PURE__ */ drawIcon(
  'M10 8h9a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1M15 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h4',
);
export const InfoIcon = /* @__PURE__ */ drawIcon(`${ring}M12 11v5M12 8h.01`);
export const WarnIcon = /* @__PURE__ */ drawIcon('M12 4 2.5 20h19L12 4M12 10v4.5M12 17.3h.01');
export const ErrorIcon = /* @__PURE__ */ drawIcon(`${ring}M12 7.5v5.5M12 16h.01`);
export const SuccessIcon = /* @__PURE__ */ drawIcon(`${ring}m-4 9.2 2.8 2.8L16 9.3`);
export const RefreshIcon = /* @__PURE__ */ drawIcon('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.3M20 4.5v4.8h-4.8');
export const PlayIcon = /* @__PURE__ */ drawIcon('M7 4.5v15l12-7.5-12-7.5');
export const PauseIcon = /* @__PURE__ */ drawIcon('M8 5v14M16 5v14');
export const PhoneIcon = /* @__PURE__ */ drawIcon(
  'M5 3.5h4l2 5-2.5 1.5a11 11 0 0 0 5.5 5.5l1.5-2.5 5 2v4a1.5 1.5 0 0 1-1.5 1.5C11 20.5 3.5 13 3.5 5A1.5 1.5 0 0 1 5 3.5',
);
export const MailIcon = /* @__PURE__ */ drawIcon(
  'M4 5.5h16a.5.5 0 0 1 .5.5v12a.5.5 0 0 1-.5.5H4a.5.5 0 0 1-.5-.5V6a.5.5 0 0 1 .5-.5M4 6.5l8 6.5 8-6.5',
);
export const PinIcon = /* @__PURE__ */ drawIcon(
  'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21M12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5',
);
export const ClockIcon = /* @__PURE__ */ drawIcon(`${ring}M12 7v5l3.5 2`);
export const DownloadIcon = /* @__PURE__ */ drawIcon('M12 4v11m-5-4.5 5 5 5-5M4.5 20h15');
export const UploadIcon = /* @__PURE__ */ drawIcon('M12 16V5M7 9.5l5-5 5 5M4.5 20h15');
export const PrintIcon = /* @__PURE__ */ drawIcon(
  'M7 8V4h10v4M7 17H4V9a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v8h-3M7 14h10v6H7v-6',
);
export const FilterIcon = /* @__PURE__ */ drawIcon('M4 5.5h16l-6.2 7.5v6l-3.6-2v-4L4 5.5');
export const BellIcon = /* @__PURE__ */ drawIcon('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5M10 20.5h4');
export const ShieldIcon = /* @__PURE__ */ drawIcon(
  'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6l-7-2.5M8.8 12l2.3 2.3 4.2-4.3',
);
export const ChatIcon = /* @__PURE__ */ drawIcon(
  'M4.5 5h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H12l-4.5 3.5V17h-3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M8 9.5h8M8 13h5',
);
export const FileIcon = /* @__PURE__ */ drawIcon(
  'M6 3.5h8l4.5 4.5v12a.5.5 0 0 1-.5.5H6a.5.5 0 0 1-.5-.5V4a.5.5 0 0 1 .5-.5M14 3.5V8h4.5M9 13h6M9 16.5h4',
);
export const ThumbUpIcon = /* @__PURE__ */ drawIcon(
  'M7 11 11 3.5c1.5 0 2.5 1 2.5 2.5l-.5 3.5h5.5a1.5 1.5 0 0 1 1.5 1.8l-1.3 7a1.5 1.5 0 0 1-1.5 1.2H7V11M7 11H4v8.5h3',
);
export const ThumbDownIcon = /* @__PURE__ */ drawIcon(
  'M17 13l-4 7.5c-1.5 0-2.5-1-2.5-2.5l.5-3.5H5.5A1.5 1.5 0 0 1 4 12.7l1.3-7a1.5 1.5 0 0 1 1.5-1.2H17V13M17 13h3V4.5h-3',
);
