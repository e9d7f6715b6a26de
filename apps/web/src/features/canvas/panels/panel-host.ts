import type { Problem } from '@runnel/contract'
import { createContext, useContext } from 'react'

/** What the editor does for its panels. */
export interface PanelHost {
  problems: readonly Problem[]
  /** What the import mended. */
  repairs: readonly Problem[]
  dismissRepairs: () => void
  /** Whether a panel that opens now may take the focus. */
  takesFocus: () => boolean
  /** Puts a new node of that type into the middle of the view. */
  addNode: (type: string) => void
  /** Brings a node into view and opens its form. */
  showNode: (nodeId: string) => void
}

export const PanelHostContext = createContext<PanelHost | undefined>(undefined)

/** The editor that a panel stands in. */
export function usePanelHost(): PanelHost {
  const host = useContext(PanelHostContext)
  if (host === undefined) throw new Error('This component must stand inside a panel.')
  return host
}
