import { call } from '@ronghui/web/calls/call';
import { useQuery } from '@tanstack/react-query';

/** An administrative division. */
interface Division {
  readonly code: string;
  readonly name: string;
}

/** The provinces, and the cities of the selected one. */
export interface Divisions {
  readonly provinces: readonly Division[];
  readonly cities: readonly Division[];
}

/** Fetches the provinces and the cities of the selected one, so that the list is not in the script. @source R5.4, decision 0018 */
export const useDivisions = (provinceCode: string): Divisions => {
  const provinces = useQuery({
    queryKey: ['region', 'provinces'],
    queryFn: ({ signal }) => call('region.provinces', {}, { signal }),
  });
  const cities = useQuery({
    queryKey: ['region', 'cities', provinceCode],
    queryFn: ({ signal }) => call('region.cities', { provinceCode }, { signal }),
    enabled: provinceCode !== '',
  });
  return { provinces: provinces.data?.items ?? [], cities: provinceCode === '' ? [] : (cities.data?.items ?? []) };
};

/** 广东省深圳市: the name of a place, without repeating a municipality's name. Empty until it is loaded. */
export const placeName = (
  { provinces, cities }: Divisions,
  { provinceCode, cityCode }: { readonly provinceCode: string; readonly cityCode: string },
): string => {
  const province = provinces.find(({ code }) => code === provinceCode)?.name ?? '';
  const city = cities.find(({ code }) => code === cityCode)?.name ?? '';
  return city === province ? province : `${province}${city}`;
};
