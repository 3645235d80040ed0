import type { Download } from '@ronghui/client';

/** Hands a fetched file to the browser, under its own name. @source R7.3 */
export const saveFile = ({ blob, fileName }: Download): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
