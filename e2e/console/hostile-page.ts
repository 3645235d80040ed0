import type { Page } from '@playwright/test';

/** What ran in a page, or would have without the policy. */
export const watchRuns = (page: Page): readonly string[] => {
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => ran.push(String(error)));
  page.on(
    'console',
    (message) => void (/Content Security Policy|Trusted/.test(message.text()) && ran.push(message.text())),
  );
  return ran;
};

/** Markup that would run. */
export const running =
  'main script, [onerror], [onload], a[href^="javascript:"], iframe[srcdoc*="onerror"], main svg script';
