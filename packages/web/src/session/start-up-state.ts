import { makeStore, type Store } from '../state/store.ts';
import { followIdentity } from './identity.ts';

/** The state that every application keeps of its start-up call; an application may add fields. @source R3.5, R3.6, R4.1 */
export interface StartUpState<User, Auth extends object> {
  /** `starting` until the start-up call has answered; `failed` keeps the present state. */
  readonly phase: 'starting' | 'ready' | 'failed';
  readonly user: User | null;
  /** Every auth key, true where the user holds it. */
  readonly auth: Partial<Auth>;
}

/** An application's common state and the functions that change it. */
export interface StartUpStore<User, Auth extends object, State extends StartUpState<User, Auth>> {
  readonly store: Store<State>;
  /** Applies the user and the auth map of a login. */
  readonly applyUser: (user: User | null, auth: Partial<Auth>) => void;
  /** Changes some permissions. @source R3.6 */
  readonly updateAuth: (changes: Partial<Auth>) => void;
  /** The signed-in user, or null. */
  readonly useUser: () => User | null;
  /** The auth map of R3.6. */
  readonly useAuth: () => Partial<Auth>;
}

/** Creates an application's common state; `whoOf` returns the identity that drafts and answers belong to. */
export const makeStartUpStore = <User, Auth extends object, State extends StartUpState<User, Auth>>(
  initial: State,
  whoOf: (user: User) => string,
): StartUpStore<User, Auth, State> => {
  const store = makeStore(initial);
  followIdentity(store, ({ user }) => (user === null ? undefined : whoOf(user)));
  return {
    store,
    applyUser: (user, auth) => store.set({ ...store.get(), user, auth }),
    updateAuth: (changes) => {
      const state = store.get();
      store.set({ ...state, auth: { ...state.auth, ...changes } });
    },
    useUser: () => store.use().user,
    useAuth: () => store.use().auth,
  };
};

/** Whether these keys allow a page: it needs none, or one of its keys is held. @source R6.2 */
export const mayEnter = <Auth extends object>(held: Partial<Auth>, asked: readonly (keyof Auth)[]): boolean =>
  asked.length === 0 || asked.some((key) => held[key] === true);
