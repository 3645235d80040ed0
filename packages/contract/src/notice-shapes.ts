import { noticeKinds, noticePlaces } from '@ronghui/domain/notice';
import { id, isoTime, nullable, object, text, word } from './shapes.ts';

/** A notice in a list. */
export const notice = () =>
  object({
    noticeId: id(),
    kind: word(noticeKinds),
    title: text(80),
    text: text(500, { min: 0 }),
    /** The page that the notice opens; null where there is none. */
    place: nullable(word(noticePlaces)),
    placeId: nullable(id()),
    createdAt: isoTime(),
    readAt: nullable(isoTime()),
  });
