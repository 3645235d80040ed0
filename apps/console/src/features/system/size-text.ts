const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3];

const inUnits = (bytes: number, unit: number): string =>
  (bytes / unit).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** A size for people: 900 KB, 12.3 MB, 40 GB. */
export const sizeText = (bytes: number | undefined): string => {
  if (bytes === undefined) return '—';
  if (bytes >= 10 * gigabyte) return `${inUnits(bytes, gigabyte)}\u00a0GB`;
  return bytes < megabyte / 10 ? `${Math.ceil(bytes / 1024)}\u00a0KB` : `${inUnits(bytes, megabyte)}\u00a0MB`;
};
