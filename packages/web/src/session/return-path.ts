import { currentLocation, type HashLocation, navigate, parseHash } from '../navigation/hash-location.ts';

/** The places of an application that a login knows. */
export interface ReturnRules {
  /** Where a login leads that names no way back. */
  readonly home: string;
  /** Whether a login may lead to a path: one of the application's, and not the login itself. */
  readonly mayReturnTo: (path: string) => boolean;
  /** The path of the login with the way back. */
  readonly login: (back: { readonly back?: string }) => string;
  readonly isLogin: (path: string) => boolean;
}

/** The way to the login and back. */
export interface ReturnPath {
  /** The path to go to after a login: what `back` names when it is a page of ours, otherwise the home page. */
  readonly pathAfterLogin: (search: string) => string;
  /** The search of a login or registration that leads back to a place; the home page needs none. */
  readonly backTo: (place: HashLocation) => { back?: string };
  /** Sends the user to the login and back afterwards; nothing happens on the login itself. */
  readonly askForLogin: () => void;
}

/** Makes an application's way to its login and back. @source R1.1, R2.10 */
export const makeReturnPath = ({ home, mayReturnTo, login, isLogin }: ReturnRules): ReturnPath => {
  const isOurs = (target: string): boolean => target.startsWith('/') && mayReturnTo(parseHash(target).path);
  const backTo = ({ path, search }: HashLocation): { back?: string } => {
    const here = search === '' ? path : `${path}?${search}`;
    return isOurs(here) && path !== home ? { back: here } : {};
  };
  return {
    backTo,
    pathAfterLogin: (search) => {
      const back = new URLSearchParams(search).get('back') ?? '';
      return isOurs(back) ? back : home;
    },
    askForLogin: () => {
      const here = currentLocation();
      if (!isLogin(here.path)) navigate(login(backTo(here)), { replace: true });
    },
  };
};
