/**
 * For the query of a record that is opened for steps with its version: closed, it is forgotten, and opened again it is read again. A step on
 * what was kept from before would be refused for its version.
 *
 * @source R4.12
 */
export const readWhenOpened = { gcTime: 0 } as const;
