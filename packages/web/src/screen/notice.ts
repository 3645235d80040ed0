import { makeStore } from '../state/store.ts';

/** A sentence above every page for as long as it is true, such as `请使用 HTTPS 访问`; empty without one. */
export const noticeStore = makeStore<string>('');
