import { createContext } from 'react'

/** Why an answer may be empty, as the flow stands now: for its author, who can do something about it. */
export interface EmptyReason {
  /** Steps that are joined to nothing. */
  unconnected: readonly string[]
  /** There is nothing but the step that it begins with. */
  isStartAlone: boolean
}

/** Why answers of the flow on the screen may be empty; nothing is said where nobody can change it. */
export const EmptyReasonContext = createContext<EmptyReason | undefined>(undefined)
