import { createTurns } from '#kernel/calls/admission/turns';
import { createPicturePlace } from './picture-place.ts';

/**
 * Two pictures at a time, of two owners; a waiting file lies on the disk. The longest wait is longer than a picture takes where nothing else runs, so
 * that its owner's neighbour can end before.
 *
 * @source security 4.8, 4.14, decision 0092
 */
export const pictureTurns = createTurns({
  places: [createPicturePlace(), createPicturePlace()],
  perOwner: 15,
  inAll: 120,
  maxWaitMs: 6000,
});
