import { normaliseMobile } from './mobile.ts';

/** Bounds of a password in code points. @source R5.2 */
export const passwordLength = { min: 8, max: 64 } as const;

/** Why a password is refused; all reasons have one error code. */
export type PasswordFault = 'empty' | 'tooShort' | 'tooLong' | 'tooFewKinds' | 'isMobile' | 'tooCommon';

/** Context of the rules beyond the password itself. */
export interface PasswordSurroundings {
  /** The owner's mobile, normalised. */
  readonly mobile: string;
  /** Whether a normalised password is among the most common. */
  readonly isCommon: (password: string) => boolean;
}

/** The form in which a password is checked and hashed: NFKC, nothing trimmed. @source contract 3 */
export const normalisePassword = (typed: string): string => typed.normalize('NFKC');

const kindPatterns = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];

/** How many character classes (letter, digit, other) a password contains. */
export const countPasswordKinds = (password: string): number =>
  kindPatterns.filter((pattern) => pattern.test(password)).length;

const isOwnMobile = (password: string, mobile: string): boolean => {
  const bare = normaliseMobile(password).replace(/[^\p{L}\p{N}]/gu, '');
  return bare === mobile || bare === `86${mobile}`;
};

/**
 * The first rule that a normalised password breaks, or null for an acceptable one.
 *
 * @unit length in code points
 * @source R5.2, security 4.5
 */
export const passwordFault = (password: string, { mobile, isCommon }: PasswordSurroundings): PasswordFault | null => {
  if (password === '') return 'empty';
  const length = [...password].length;
  if (length < passwordLength.min) return 'tooShort';
  if (length > passwordLength.max) return 'tooLong';
  if (countPasswordKinds(password) < 2) return 'tooFewKinds';
  if (isOwnMobile(password, mobile)) return 'isMobile';
  return isCommon(password) ? 'tooCommon' : null;
};
