import { type LoadChunk, loadChunk } from '@ronghui/web/navigation/chunks';
import { type ComponentType, type JSX, useEffect, useState } from 'react';

/** Fetches a part of the frame that not every visit needs; `waiting` is shown until it is loaded, and if it fails to load. */
export const OptionalPart = ({
  load,
  waiting,
}: {
  load: LoadChunk<object>;
  waiting: JSX.Element | null;
}): JSX.Element | null => {
  const [part, setPart] = useState<{ readonly Part: ComponentType<object> }>();
  useEffect(() => {
    let isHere = true;
    loadChunk(load).then(
      (Part) => {
        if (isHere) setPart({ Part });
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [load]);
  return part === undefined ? waiting : <part.Part />;
};
