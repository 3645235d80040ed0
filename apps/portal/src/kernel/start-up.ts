import { portalStartUp, type StartUp } from '@ronghui/client';
import { type StartUpState as CommonState, makeStartUpStore } from '@ronghui/web/session/start-up-state';

/** The signed-in user. */
export type User = NonNullable<StartUp['user']>;
/** Every auth key, true where the user holds it. */
export type AuthMap = StartUp['auth'];
/** One auth key. */
export type AuthKey = keyof AuthMap;
/** The site settings of the provider. */
export type Site = StartUp['site'];

/** The common state, filled by the start-up call. @source R3.5, R3.6, R4.1 */
export interface StartUpState extends CommonState<User, AuthMap> {
  readonly visibleFlag: StartUp['visibleFlag'];
  readonly site: Site;
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

/** The common state and the functions that change it. Its default hides the document centre (R4.1). */
export const {
  store: startUpStore,
  applyUser,
  updateAuth,
  useUser,
  useAuth,
} = makeStartUpStore<User, AuthMap, StartUpState>(initial, portalStartUp.whoOf);

/** The state that the first response was rendered with. */
export const stateOfDocument = (site: Pick<StartUp, 'visibleFlag' | 'site'>): StartUpState => ({ ...initial, ...site });

/** Applies the reply of the start-up call. */
export const applyStartUp = ({ visibleFlag, site, user, auth }: StartUp): void =>
  startUpStore.set({ phase: 'ready', visibleFlag, site, user, auth });

/** Applies a failed start-up call: the document centre is hidden, the rest keeps working. @source R4.1 */
export const applyStartUpFailure = (): void =>
  startUpStore.set({ ...startUpStore.get(), phase: 'failed', visibleFlag: { IS_VISIBLE_DOC_CENTER: 'off' } });

/** The site settings of the provider. */
export const useSite = (): Site => startUpStore.use().site;
/** Whether the document centre exists for this visitor. @source R2.6 */
export const useDocCenterVisible = (): boolean => startUpStore.use().visibleFlag.IS_VISIBLE_DOC_CENTER !== 'off';
