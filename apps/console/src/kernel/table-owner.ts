import type { User } from './start-up.ts';

/** Whose settings of tables these are. */
export const tableOwnerOf = ({ staffId }: User): string => `console ${staffId}`;
