import { currentLocation } from '@ronghui/web/navigation/hash-location';

/** Names the field of an upload among all of the console: by its page, its label and what stands in it. */
export const uploadName = (label: string, value = ''): string => {
  const { path, search } = currentLocation();
  return `${path}?${search} ${label} ${value}`.trim();
};
