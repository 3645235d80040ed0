import type { User } from './start-up.ts';

/** Whose settings of tables these are: the user's in this application, the same in all of their tenants. */
export const tableOwnerOf = ({ userId }: User): string => `portal ${userId}`;
