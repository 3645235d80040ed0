import type { StartUp } from '@ronghui/client';
import { makeStore } from './store.ts';

/** The signed-in user. */
export type User = NonNullable<StartUp['user']>;
/** Every auth key, true where the user holds it. */
export type AuthMap = StartUp['auth'];
/** One auth key. */
export type AuthKey = keyof AuthMap;
/** What a provider configures of the site. */
export type Site = StartUp['site'];

/** The common state, filled by the start-up call. @source R3.5, R3.6, R4.1 */
export interface StartUpState {
  /** `starting` until the start-up call has answered; `failed` goes on with what is known. */
  readonly phase: 'starting' | 'ready' | 'failed';
  readonly visibleFlag: StartUp['visibleFlag'];
  readonly site: Site;
  readonly user: User | null;
  readonly auth: Partial<AuthMap>;
}

const initial: StartUpState = {
  phase: 'starting',
  visibleFlag: { IS_VISIBLE_DOC_CENTER: 'off' },
  site: {
    brand: { name: '融惠', logoUrl: '', primary: '' },
    contacts: { phone: '', email: '', address: '', hours: '' },
    icp: '',
    policeRecord: '',
    licences: [],
    agreements: [],
  },
  user: null,
  auth: {},
};

/** The common state. Its default hides the document centre (R4.1). */
export const startUpStore = makeStore<StartUpState>(initial);

/** The state that the first response was rendered with. */
export const stateOfDocument = (site: Pick<StartUp, 'visibleFlag' | 'site'>): StartUpState => ({ ...initial, ...site });

/** Takes the reply of the start-up call. */
export const applyStartUp = ({ visibleFlag, site, user, auth }: StartUp): void =>
  startUpStore.set({ phase: 'ready', visibleFlag, site, user, auth });

/** The start-up call has failed: the document centre is hidden and the portal goes on. @source R4.1 */
export const applyStartUpFailure = (): void =>
  startUpStore.set({ ...startUpStore.get(), phase: 'failed', visibleFlag: { IS_VISIBLE_DOC_CENTER: 'off' } });

/** Takes the user and the auth map that a login gave. */
export const applyUser = (user: User | null, auth: Partial<AuthMap>): void =>
  startUpStore.set({ ...startUpStore.get(), user, auth });

/** Changes some permissions. @source R3.6 */
export const updateAuth = (changes: Partial<AuthMap>): void => {
  const state = startUpStore.get();
  startUpStore.set({ ...state, auth: { ...state.auth, ...changes } });
};

/** The user and the tenant that a page acts for, as one word; undefined for a visitor. */
export const whoOf = ({ user }: Pick<StartUpState, 'user'>): string | undefined =>
  user === null ? undefined : `${user.userId} ${user.tenantId}`;

/** What the provider configured. */
export const useSite = (): Site => startUpStore.use().site;
/** The signed-in user, or null. */
export const useUser = (): User | null => startUpStore.use().user;
/** The auth map of R3.6. */
export const useAuth = (): Partial<AuthMap> => startUpStore.use().auth;
/** Whether the document centre exists for this visitor. @source R2.6 */
export const useDocCenterVisible = (): boolean => startUpStore.use().visibleFlag.IS_VISIBLE_DOC_CENTER !== 'off';
