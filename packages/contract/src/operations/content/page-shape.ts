import { exactly, object } from '../../shapes.ts';
import { blocksBody } from './block-shape.ts';
import { nameLine, recordKey } from './body-fields.ts';

/** A page of the portal that is composed of blocks; its key is its name: home, partners, about. */
export const pageBody = () =>
  object({ record: exactly('page'), key: recordKey(), title: nameLine(80), blocks: blocksBody() });
