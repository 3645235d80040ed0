import { portalStartUp, type Shown, type StartUp } from '@ronghui/client';
import { type StartUpState as CommonState, makeStartUpStore } from '@ronghui/web/session/start-up-state';
import { makeStore } from '@ronghui/web/state/store';

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

/** The same user in another tenant, to which another tab has switched. */
export const elsewhereStore = makeStore<Pick<StartUp, 'user' | 'auth'> | null>(null);

/**
 * Applies the reply of the start-up call. Where another tab has switched to another tenant, the page goes on showing its own and says so: what is
 * confirmed is done for whom the page names, or for nobody. @source R10.9
 */
export const applyStartUp = ({ visibleFlag, site, user, auth }: StartUp): void => {
  const shown = startUpStore.get();
  const isElsewhere = shown.user?.userId === user?.userId && shown.user?.tenantId !== user?.tenantId;
  elsewhereStore.set(isElsewhere ? { user, auth } : null);
  const own = isElsewhere ? { user: shown.user, auth: shown.auth } : { user, auth };
  startUpStore.set({ phase: 'ready', visibleFlag, site, ...own });
};

/** Goes on as the tenant to which another tab has switched. */
export const followElsewhere = (): void => {
  const next = elsewhereStore.get();
  elsewhereStore.set(null);
  if (next !== null) applyUser(next.user, next.auth);
};

/** Whom the page shows, for its calls; a switch and a logout are for nobody's data. */
export const shownIn = (operationId: string): Shown | undefined => {
  const { user } = startUpStore.get();
  if (user === null || ['tenant.switch', 'portal.logout'].includes(operationId)) return undefined;
  return { who: portalStartUp.whoOf(user), tenantId: user.tenantId };
};

/** Applies a failed start-up call: the document centre is hidden, the rest keeps working. @source R4.1 */
export const applyStartUpFailure = (): void =>
  startUpStore.set({ ...startUpStore.get(), phase: 'failed', visibleFlag: { IS_VISIBLE_DOC_CENTER: 'off' } });

/** The site settings of the provider. */
export const useSite = (): Site => startUpStore.use().site;
/** Which pages of the menus have something to show; the others nothing leads to. @source R2.4 */
export const usePublishedPages = (): ((page: NonNullable<Site['unpublishedPages']>[number]) => boolean) => {
  const { unpublishedPages = [] } = useSite();
  return (page) => !unpublishedPages.includes(page);
};
/** Whether the document centre exists for this visitor. @source R2.6 */
export const useDocCenterVisible = (): boolean => startUpStore.use().visibleFlag.IS_VISIBLE_DOC_CENTER !== 'off';
