import { drawIcon } from './draw-icon.tsx';

/* The icons of every page's frame, in a file of their own so that the first load contains no others. */

export const ChevronDownIcon = /* @__PURE__ */ drawIcon('m6 9 6 6 6-6');
export const ChevronLeftIcon = /* @__PURE__ */ drawIcon('m15 5-7 7 7 7');
export const SearchIcon = /* @__PURE__ */ drawIcon('M11 4a7 7 0 1 0 0 14 7 7 0 1 0 0-14m5 12 4.5 4.5');
export const HomeIcon = /* @__PURE__ */ drawIcon('m3.5 11.5 8.5-7.5 8.5 7.5M5.5 10v9.5h4.5V14h4v5.5h4.5V10');
export const GridIcon = /* @__PURE__ */ drawIcon(
  'M4 4h6.5v6.5H4V4M13.5 4H20v6.5h-6.5V4M4 13.5h6.5V20H4v-6.5M13.5 13.5H20V20h-6.5v-6.5',
);
export const BookIcon = /* @__PURE__ */ drawIcon(
  'M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5c-3.5 0-6.5.5-8.5 2V20',
);
export const UserIcon = /* @__PURE__ */ drawIcon('M12 3.5a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4 20.5c.6-4 3.9-6 8-6s7.4 2 8 6');
