/** The two kinds of layout; the caller decides which applies (R1.4). A PC page on a narrow screen keeps the PC layout and stays usable. */
export type PageType = 'PC' | 'H5';
