/** How days are written in made ledgers. */

const parts = (day: string): readonly [string, string, string] => {
  const [year = '', month = '', date = ''] = day.split('-');
  return [year, month, date];
};

/** How days are written; each stands for the day that is meant. */
export const days: Readonly<Record<string, (day: string) => string>> = {
  dashes: (day) => day,
  strokes: (day) => parts(day).map(Number).join('/'),
  packed: (day) => parts(day).join(''),
  fourteen: (day) => `${parts(day).join('')}093000`,
  chinese: (day) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$1年$2月$3日'),
  half: (day) => `${parts(day).join('/')} 下午 11:59:59`,
  weekday: (day) => `${day} 星期四 09:30`,
  zone: (day) => `${day} 09:30:00 +0800`,
  elsewhere: (day) => `${day}T15:59:59Z`,
  stamp: (day) => `${day}-09.30.00.123456`,
  dayFirst: (day) => parts(day).toReversed().join('.'),
  serial: (day) => String(Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569),
};
