import type { EditorState } from '../session/editor-store.ts'
import { type PanelId, panelEntries } from './panels.ts'

/** The panels that stand around the canvas: those that were opened, and those that the editor's state opens. */
export function findOpenPanels(open: ReadonlySet<PanelId>, state: EditorState): PanelId[] {
  return panelEntries
    .filter(
      ({ id, isThere, isOpen }) => (isThere?.(state) ?? true) && (isOpen ? isOpen(state) : open.has(id)),
    )
    .map(({ id }) => id)
}

/** The panels that a new session begins with. */
export function findFirstPanels(): ReadonlySet<PanelId> {
  return new Set(panelEntries.filter(({ opensFirst }) => opensFirst).map(({ id }) => id))
}

/** The panels that are open once one more is: some give way to others. */
export function withPanel(open: ReadonlySet<PanelId>, panel: PanelId): ReadonlySet<PanelId> {
  const closes: readonly string[] = panelEntries.find(({ id }) => id === panel)?.closes ?? []
  return new Set([...[...open].filter((other) => !closes.includes(other)), panel])
}
