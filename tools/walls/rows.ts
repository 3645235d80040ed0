import { appRows } from './app-rows.ts';
import { nounRows } from './noun-rows.ts';
import { packageRows } from './package-rows.ts';

/** The whole table; a later row replaces an earlier one for the same file. */
export const rows = [...packageRows, ...nounRows, ...appRows];
