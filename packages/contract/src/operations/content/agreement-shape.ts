import { longestDocText } from '@ronghui/domain/doc';
import { agreementScenes } from '../../content-shapes.ts';
import { exactly, flag, object, text, word } from '../../shapes.ts';
import { line, nameLine, recordKey } from './body-fields.ts';

/** An agreement in the version that is written; its key is its id. A version that is published never changes. */
export const agreementBody = () =>
  object({
    record: exactly('agreement'),
    key: recordKey(),
    version: line(32),
    title: nameLine(80),
    scene: word(agreementScenes),
    required: flag(),
    /** The day in Shanghai with whose midnight it comes into force. */
    effectiveOn: line(10),
    text: text(longestDocText, { min: 0 }),
  });
