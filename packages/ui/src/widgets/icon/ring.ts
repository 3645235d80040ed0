/** The path of the circle around some icons. */
export const ring = 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18';
