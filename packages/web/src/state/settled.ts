import { useEffect, useState } from 'react';

/** A value once it has not changed for a moment, so that not every letter asks the server. @unit afterMs ms */
export const useSettled = <Value>(value: Value, afterMs: number): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
};
