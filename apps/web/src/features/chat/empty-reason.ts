import { createContext } from 'react'

/** Why an answer may be empty, as the flow stands now: for its author, who can do something about it. */
export interface EmptyReason {
  /** Steps behind the start that are joined to nothing. */
  unconnected: readonly string[]
  /** Nothing follows the step that it begins with. */
  isStartLoose: boolean
}

/** Why answers of the flow on the screen may be empty; nothing is said where nobody can change it. */
export const EmptyReasonContext = createContext<EmptyReason | undefined>(undefined)
