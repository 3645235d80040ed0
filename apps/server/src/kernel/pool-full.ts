/** The code of the error of a pool whose connections are all in use. */
export const poolFull = 'POOLFULL';
