import { type Admission, type AdmissionSize, createAdmission } from '#kernel/calls/admission/admission';

/** Semaphores by a key, such as a tenant: none of them keeps another one waiting. */
export interface KeyedAdmission {
  /** Runs the costly step when a permit of the key is free; throws a 503 after two seconds, or where its queue is full. */
  work<T>(key: string, run: () => Promise<T>): Promise<T>;
}

/** Makes them; one that nobody uses is forgotten. @source security 4.8 */
export const createKeyedAdmission = (size: AdmissionSize): KeyedAdmission => {
  const used = new Map<string, { readonly admission: Admission; users: number }>();
  return {
    async work(key, run) {
      const own = used.get(key) ?? { admission: createAdmission(size), users: 0 };
      used.set(key, own);
      own.users += 1;
      try {
        return await own.admission.work(run);
      } finally {
        own.users -= 1;
        if (own.users === 0) used.delete(key);
      }
    },
  };
};
