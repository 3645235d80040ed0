const fullWidth = /[！-～]/g;
const fullWidthOffset = 0xfe_e0;

const halfWidth = (text: string): string =>
  text.replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - fullWidthOffset));

/**
 * Normalises a mobile: full-width characters become half-width, all spaces, dashes between digits and a leading `+86` or `0086` are removed.
 * Limits, locks and look-ups use only this form. Other text is returned as it is.
 *
 * @source contract 3, security 4.3
 */
export const normaliseMobile = (typed: string): string =>
  halfWidth(typed)
    .replace(/[\s\u200b\u2060]/g, '')
    .replace(/(\d)[-\u2010-\u2015\u2212](?=\d)/g, '$1')
    .replace(/^(?:\+86|0086)/, '');

/** Whether a normalised text is a mainland mobile. @source R5.2 */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text);

/** The masked form for screens and logs: `138****0001`. Text that is no mobile is masked completely. */
export const maskMobile = (mobile: string): string =>
  isMobile(mobile) ? `${mobile.slice(0, 3)}****${mobile.slice(-4)}` : '****';
