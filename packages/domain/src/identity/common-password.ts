import { exactPasswords, familyNames, givenNames, passwordStems, passwordTails } from './common-password-words.ts';

interface CommonParts {
  readonly stems: ReadonlySet<string>;
  readonly families: ReadonlySet<string>;
  readonly given: ReadonlySet<string>;
  readonly tails: ReadonlySet<string>;
  readonly whole: ReadonlySet<string>;
}

let parts: CommonParts | undefined;
/** Built at the first look-up: 3,000 words in sets, which cover more than a hundred million passwords. */
const loadParts = (): CommonParts => {
  parts ??= {
    stems: new Set(passwordStems),
    families: new Set(familyNames),
    given: new Set(givenNames),
    tails: new Set(passwordTails),
    whole: new Set(exactPasswords),
  };
  return parts;
};

const isPersonName = (word: string, { families, given }: CommonParts): boolean => {
  for (let cut = 2; cut < word.length && cut <= 6; cut += 1) {
    if (families.has(word.slice(0, cut)) && given.has(word.slice(cut))) return true;
  }
  return families.has(word) || given.has(word);
};

/** A date of birth as people write it: 19900101, 900101, 1990-01 as 199001, or a year. */
const isBirthday = (digits: string): boolean => {
  const [, year, month = '01', day = '01'] = /^(19[3-9]\d|20[0-3]\d|\d\d)(\d\d)?(\d\d)?$/.exec(digits) ?? [];
  if (year === undefined || digits.length < 4) return false;
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
};

/**
 * Whether a password is among the most common, ignoring case: an exact entry of the list, or any word, keyboard
 * sequence or pinyin name joined (in either order, with an optional separator) with a common number or a birthday.
 *
 * @source R5.2, security 4.5
 */
export const isCommonPassword = (password: string): boolean => {
  const folded = password.toLowerCase();
  const known = loadParts();
  if (known.whole.has(folded) || known.stems.has(folded) || known.tails.has(folded)) return true;
  const joined =
    /^(?<word>[a-z@]*[a-z](?:0rd)?)[@._#!]?(?<digits>\d+)$/.exec(folded) ??
    /^(?<digits>\d+)[@._#!]?(?<word>[a-z]+)$/.exec(folded);
  const { word, digits } = joined?.groups ?? {};
  if (word === undefined || digits === undefined) return false;
  const isWord = known.stems.has(word) || isPersonName(word, known);
  return isWord && (known.tails.has(digits) || isBirthday(digits));
};

/** The list without names, birthdays and separators: exact entries, and each stem with each number. */
export function* listCommonPasswords(): Generator<string> {
  yield* exactPasswords;
  for (const stem of passwordStems) {
    for (const tail of passwordTails) yield `${stem}${tail}`;
  }
}
