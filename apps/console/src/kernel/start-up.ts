import { type OpsStartUp, opsStartUp } from '@ronghui/client';
import { successCss } from '@ronghui/domain/content/brand-colour';
import { type StartUpState as CommonState, makeStartUpStore } from '@ronghui/web/session/start-up-state';

/** The signed-in member of staff. */
export type User = NonNullable<OpsStartUp['user']>;
/** Every auth key of the console, true where the member holds it. */
export type AuthMap = OpsStartUp['auth'];
/** One auth key. */
export type AuthKey = keyof AuthMap;

/** The common state, filled by the start-up call, a login, and the steps of the set-up. @source R11.1 */
export interface StartUpState extends CommonState<User, AuthMap>, Pick<OpsStartUp, 'mustChangePwd' | 'totpRequired'> {
  readonly brand: OpsStartUp['site']['brand'];
}

const initial: StartUpState = {
  phase: 'starting',
  brand: { name: '融惠', logoUrl: '', primary: '' },
  user: null,
  auth: {},
  mustChangePwd: false,
  totpRequired: false,
};

/** The common state and the functions that change it. */
export const {
  store: startUpStore,
  applyUser,
  useUser,
  useAuth,
} = makeStartUpStore<User, AuthMap, StartUpState>(initial, opsStartUp.whoOf);

/** The provider's colour, where it is a valid one, in place of ours, and another green of success beside a green one. @source R1.6 */
const applyColour = (primary: string): void => {
  const { style } = document.documentElement;
  const success = successCss(primary);
  if (success !== '') {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(success);
    document.adoptedStyleSheets = [sheet];
  }
  if (/^#[0-9a-f]{3,8}$/i.test(primary)) style.setProperty('--brand', primary);
  else style.removeProperty('--brand');
};

/** Applies the reply of the start-up call. */
export const applyStartUp = ({ site, user, auth, mustChangePwd, totpRequired }: OpsStartUp): void => {
  applyColour(site.brand.primary);
  startUpStore.set({ phase: 'ready', brand: site.brand, user, auth, mustChangePwd, totpRequired });
};

/** Applies a failed start-up call. */
export const applyStartUpFailure = (): void => startUpStore.set({ ...startUpStore.get(), phase: 'failed' });

/** The provider's name and logo. */
export const useBrand = (): StartUpState['brand'] => startUpStore.use().brand;
