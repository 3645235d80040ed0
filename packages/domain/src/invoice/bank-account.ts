/** The account number of a company, on its certification and on the title of its invoices. @source R10.8 */

/** The digits, half-width, without spaces and hyphens. */
export const normaliseBankAccount = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '');

/** Whether a text has the form of a company's account number. */
export const isBankAccount = (text: string): boolean => /^\d{8,30}$/.test(text);
