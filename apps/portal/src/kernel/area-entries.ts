import { createContext, useContext } from 'react';

/** A page of the merchant area that the user may open. */
export interface AreaEntry {
  readonly name: string;
  readonly label: string;
  readonly href: string;
  readonly current: boolean;
  /** How many items wait there. */
  readonly badge?: number | undefined;
}

/** A group of entries under one title. */
export interface AreaGroup {
  readonly title: string;
  readonly items: readonly AreaEntry[];
}

const AreaEntriesContext = createContext<readonly AreaGroup[]>([]);

/** Provides the area's entries to its pages, because only the shell knows which routes have a page. */
export const AreaEntries = AreaEntriesContext.Provider;

/** The pages of the merchant area that exist and that the user may open, in groups. */
export const useAreaEntries = (): readonly AreaGroup[] => useContext(AreaEntriesContext);
