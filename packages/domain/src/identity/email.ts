const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const pattern = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})+$`);

/** Whether a text is a deliverable mail address of at most 120 characters. @source R5.1 */
export const isEmail = (text: string): boolean => text.length <= 120 && pattern.test(text);

/** The masked form for screens and logs: `w***@example.com`. An invalid address is masked completely. */
export const maskEmail = (email: string): string =>
  isEmail(email) ? `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}` : '***';
