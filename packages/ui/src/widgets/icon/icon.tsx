import { drawIcon } from './draw-icon.tsx';
import { ring } from './ring.ts';

export type { IconProps } from './draw-icon.tsx';

export const ChevronRightIcon = /* @__PURE__ */ drawIcon('m9 5 7 7-7 7');
export const ExternalIcon = /* @__PURE__ */ drawIcon(
  'M14 4h6v6m0-6-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
);
export const MenuIcon = /* @__PURE__ */ drawIcon('M4 6.5h16M4 12h16M4 17.5h16');
export const ListIcon = /* @__PURE__ */ drawIcon('M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01');
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
export const CalendarIcon = /* @__PURE__ */ drawIcon(
  'M5 5.5h14a.5.5 0 0 1 .5.5v13a.5.5 0 0 1-.5.5H5a.5.5 0 0 1-.5-.5V6a.5.5 0 0 1 .5-.5M4.5 10h15M8.5 3.5v4M15.5 3.5v4',
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
