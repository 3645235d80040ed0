import { makeStore, type Store } from '../state/store.ts';
import { followIdentity } from './identity.ts';

/** What every application keeps of its start-up call; an application adds what it alone knows. @source R3.5, R3.6, R4.1 */
export interface StartUpState<User, Auth extends object> {
  /** `starting` until the start-up call has answered; `failed` goes on with what is known. */
  readonly phase: 'starting' | 'ready' | 'failed';
  readonly user: User | null;
  /** Every auth key, true where the user holds it. */
  readonly auth: Partial<Auth>;
}

/** An application's common state and the ways in which it changes. */
export interface StartUpStore<User, Auth extends object, State extends StartUpState<User, Auth>> {
  readonly store: Store<State>;
  /** Takes the user and the auth map that a login gave. */
  readonly applyUser: (user: User | null, auth: Partial<Auth>) => void;
  /** Changes some permissions. @source R3.6 */
  readonly updateAuth: (changes: Partial<Auth>) => void;
  /** The signed-in user, or null. */
  readonly useUser: () => User | null;
  /** The auth map of R3.6. */
  readonly useAuth: () => Partial<Auth>;
}

/** Makes an application's common state; `whoOf` says whose drafts and answers are kept apart. */
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

/** Whether one who holds these keys may enter a page: it asks for none, or one of its own is held. @source R6.2 */
export const mayEnter = <Auth extends object>(held: Partial<Auth>, asked: readonly (keyof Auth)[]): boolean =>
  asked.length === 0 || asked.some((key) => held[key] === true);
