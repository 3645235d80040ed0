/** The two kinds of layout; which one is the caller's to know (R1.4). A PC page on a narrow screen stays a PC page, usable. */
export type PageType = 'PC' | 'H5';
