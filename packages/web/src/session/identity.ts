import { makeStore, type Store } from '../state/store.ts';

/** The user and the tenant that pages act for, as one string; undefined for a visitor. Drafts and answers belong to one identity. */
export const identityStore = makeStore<string | undefined>(undefined);

/** Keeps the identity up to date from an application's own state. */
export const followIdentity = <State>(source: Store<State>, identify: (state: State) => string | undefined): void => {
  source.subscribe(() => identityStore.set(identify(source.get())));
};
