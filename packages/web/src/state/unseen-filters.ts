import { identityStore } from '../session/identity.ts';
import { makeStore } from './store.ts';

/** Filters that may hold a person's name, by page and name: in no address, no history and no storage, and forgotten when somebody else signs in. */
export const unseenFilters = makeStore<Readonly<Record<string, string>>>({});

let former = identityStore.get();
identityStore.subscribe(() => {
  const now = identityStore.get();
  if (former !== undefined && former !== now) unseenFilters.set({});
  former = now;
});
