import { describe, expect, it } from 'vitest';
import { citiesOf, isCityOf, placeName, provinces } from './division.ts';
import { divisionEdition } from './division-list.gen.ts';

const namesOf = (code: string) => citiesOf(code)?.map(({ name }) => name);

describe('R5.4 administrative divisions', () => {
  it('R5.4 the list says of which edition it is, when that was published and of which day its data are', () => {
    const { version, publishedOn, asOf } = divisionEdition;
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const day of [publishedOn, asOf]) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    expect(asOf <= publishedOn).toBe(true);
  });

  it('R5.4 has the 34 of the first rank, each with something below it', () => {
    expect(provinces).toHaveLength(34);
    expect(provinces[0]).toEqual({ code: '110000', name: '北京市' });
    for (const { code } of provinces) expect(citiesOf(code)?.length).toBeGreaterThan(0);
  });

  it('R5.4 every code is its own, has six digits and begins as its province does', () => {
    const codes = provinces.flatMap(({ code }) => (citiesOf(code) ?? []).map((city) => [code, city.code] as const));
    expect(new Set(codes.map(([, city]) => city)).size).toBe(codes.length);
    for (const [province, city] of codes) {
      expect(city).toMatch(/^\d{6}$/);
      expect(city.slice(0, 2)).toBe(province.slice(0, 2));
    }
  });

  it('R5.4 knows prefectures, the districts of a municipality, and counties that a province governs itself', () => {
    expect(namesOf('440000')).toContain('深圳市');
    expect(namesOf('310000')).toContain('浦东新区');
    expect(namesOf('429900')).toBeUndefined();
    expect(namesOf('420000')).toContain('仙桃市');
    expect(namesOf('650000')).toContain('白杨市');
    expect(namesOf('710000')).toEqual(['台湾省']);
  });

  it('R5.4 a city of another province is none of this one', () => {
    expect(isCityOf('440000', '440300')).toBe(true);
    expect(isCityOf('440000', '310115')).toBe(false);
    expect(isCityOf('', '440300')).toBe(false);
  });

  it('R5.4 says a place in words', () => {
    expect(placeName('440000', '440300')).toBe('广东省深圳市');
    expect(placeName('710000', '710000')).toBe('台湾省');
    expect(placeName(null, null)).toBe('');
  });
});
