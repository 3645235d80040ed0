import { currentLocation, type HashLocation, navigate, parseHash } from '../navigation/hash-location.ts';

/** The paths of an application that a login needs. */
export interface ReturnRules {
  /** The first page of the application, to which a login need not return. */
  readonly home: string;
  /** The target of a login without a return path. */
  readonly start: string;
  /** Whether a login may return to a path: a path of the application, but not the login itself. */
  readonly mayReturnTo: (path: string) => boolean;
  /** The path of the login with its return path. */
  readonly login: (back: { readonly back?: string }) => string;
  readonly isLogin: (path: string) => boolean;
}

/** The functions that lead to the login and back. */
export interface ReturnPath {
  /** The path to go to after a login: `back` when it is a page of the application, otherwise the start of a signed-in user. */
  readonly pathAfterLogin: (search: string) => string;
  /** The search of a login or registration that returns to a location; the home page needs none. */
  readonly backTo: (place: HashLocation) => { back?: string };
  /** Sends the user to the login and back afterwards; nothing happens on the login itself. */
  readonly askForLogin: () => void;
}

/** Creates the functions that lead to an application's login and back. @source R1.1, R2.10 */
export const makeReturnPath = ({ home, start, mayReturnTo, login, isLogin }: ReturnRules): ReturnPath => {
  const isOurs = (target: string): boolean => target.startsWith('/') && mayReturnTo(parseHash(target).path);
  const backTo = ({ path, search }: HashLocation): { back?: string } => {
    const here = search === '' ? path : `${path}?${search}`;
    return isOurs(here) && path !== home ? { back: here } : {};
  };
  return {
    backTo,
    pathAfterLogin: (search) => {
      const back = new URLSearchParams(search).get('back') ?? '';
      return isOurs(back) ? back : start;
    },
    askForLogin: () => {
      const here = currentLocation();
      if (!isLogin(here.path)) navigate(login(backTo(here)), { replace: true });
    },
  };
};
