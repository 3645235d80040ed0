const fullWidth = /[！-～]/g;
const fullWidthOffset = 0xfe_e0;

const halfWidth = (text: string): string =>
  text.replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - fullWidthOffset));

/**
 * A mobile in its one form: full-width characters made half, spaces of every kind removed, a leading `+86` or `0086` dropped.
 * Limits, locks and look-ups go by this form alone. What is no mobile stays no mobile.
 *
 * @source contract 3, security 4.3
 */
export const normaliseMobile = (typed: string): string =>
  halfWidth(typed)
    .replace(/[\s\u200b\u2060]/g, '')
    .replace(/^(?:\+86|0086)/, '');

/** Whether a normalised text is a mainland mobile. @source R5.2 */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text);

/** The form that screens and logs show: `138****0001`. What is no mobile is hidden whole. */
export const maskMobile = (mobile: string): string =>
  isMobile(mobile) ? `${mobile.slice(0, 3)}****${mobile.slice(-4)}` : '****';
