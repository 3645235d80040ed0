import { divisionLines } from './division-list.gen.ts';

/** An administrative division by its six-digit code. @source R5.4, GB/T 2260 */
export interface Division {
  readonly code: string;
  readonly name: string;
}

const parse = (text: string): Division => ({ code: text.slice(0, 6), name: text.slice(6) });

const byProvince: ReadonlyMap<string, { readonly province: Division; readonly cities: readonly Division[] }> = new Map(
  divisionLines.map((line) => {
    const [province = '', cities = ''] = line.split(':');
    return [province.slice(0, 6), { province: parse(province), cities: cities.split(' ').map(parse) }];
  }),
);

/** All provinces, municipalities, autonomous and special administrative regions, in code order. */
export const provinces: readonly Division[] = [...byProvince.values()].map(({ province }) => province);

/**
 * The cities of a province: prefectures, the districts of a municipality, the counties that a province governs
 * directly; the province itself where it has no children. Undefined for a code that is no province.
 */
export const citiesOf = (provinceCode: string): readonly Division[] | undefined => byProvince.get(provinceCode)?.cities;

/** Whether a city belongs to a province. */
export const isCityOf = (provinceCode: string, cityCode: string): boolean =>
  citiesOf(provinceCode)?.some(({ code }) => code === cityCode) ?? false;

/** A location in words, such as 广东省深圳市; a municipality's name occurs once. Empty for an unknown code. */
export const placeName = (provinceCode: string | null, cityCode: string | null): string => {
  const place = byProvince.get(provinceCode ?? '');
  const city = place?.cities.find(({ code }) => code === cityCode)?.name ?? '';
  const province = place?.province.name ?? '';
  return city === province ? province : `${province}${city}`;
};
