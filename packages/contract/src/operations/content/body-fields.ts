import { text, typedName } from '../../shapes.ts';

/** A text of a draft, which may still be empty. */
export const line = (max: number) => text(max, { min: 0 });
/** A name of a draft, which may still be empty. */
export const nameLine = (max: number) => typedName(max, { min: 0 });
/** The address of a picture or a sound that an upload answered, `/media/…`; an empty text is nothing. */
export const picture = () => line(60);
/** The key of a record among its kind: the name of its file or folder. */
export const recordKey = () => text(64, { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' });
