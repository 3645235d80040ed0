import { type ComponentType, type JSX, useEffect, useState } from 'react';

/** Fetches a part of the frame that not every visit needs; `waiting` stands for it until it is there, and if it never comes. */
export const OptionalPart = ({
  load,
  waiting,
}: {
  load: () => Promise<ComponentType>;
  waiting: JSX.Element | null;
}): JSX.Element | null => {
  const [part, setPart] = useState<{ readonly Part: ComponentType }>();
  useEffect(() => {
    let isHere = true;
    load().then(
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
