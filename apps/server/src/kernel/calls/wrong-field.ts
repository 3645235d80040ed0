/** A field that a handler found wrong, as the data of a declared `invalid`. */
export const wrongField = (path: string, message: string) => ({ fields: [{ path, message }] });
