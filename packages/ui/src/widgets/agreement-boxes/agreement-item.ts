import type { ReactNode } from 'react';

/** An agreement as a form asks for it. */
export type AgreementItem = {
  id: string;
  version: string;
  title: string;
  required: boolean;
  /** A note under the box, such as who receives the data. */
  note?: ReactNode;
};

/** The text of an agreement. */
export type AgreementText = { html: string; version: string; effectiveAt: string };
