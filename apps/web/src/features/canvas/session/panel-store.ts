import type { StoreApi } from 'zustand/vanilla'

/**
 * Ids of the panels that are open; undefined until the editor is first drawn. Outlives the change of address at the
 * first save.
 */
export type PanelStore = StoreApi<{ open: ReadonlySet<string> | undefined }>
