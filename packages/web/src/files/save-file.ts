import type { Download } from '@ronghui/client';

/** Saves a fetched file through the browser, under its own name. @source R7.3 */
export const saveFile = ({ blob, fileName }: Download): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // By then the browser has begun to read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
