import { describe, expect, it } from 'vitest';
import { createPlaces } from '#kernel/calls/admission/places';

describe('security 4.14 places by a key', () => {
  it('security 4.14 a key has so many at once, another key its own, and a place that was given back is free', () => {
    const places = createPlaces(2);
    const [first] = [places.take('one'), places.take('one')];
    expect(() => places.take('one')).toThrow(expect.objectContaining({ code: 'RHSY429', retryAfterSec: 1 }));
    places.take('other');
    first?.();
    places.take('one');
    expect(() => places.take('one')).toThrow();
  });
});
