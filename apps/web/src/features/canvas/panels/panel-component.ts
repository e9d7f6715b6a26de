import { type ComponentType, lazy } from 'react'
import { loadTexts } from '../../../i18n/set-up-i18n.ts'
import type { PanelEntry, PanelProps } from './panel-entry.ts'
import { panelEntries } from './panels.ts'

const components = new Map<string, ComponentType<PanelProps>>()

/** The component of a panel, which suspends until its code and texts are there. */
export function panelComponent(entry: PanelEntry): ComponentType<PanelProps> {
  const known = components.get(entry.id)
  if (known) return known
  const component = lazy(async () => ({ default: await load(entry) }))
  components.set(entry.id, component)
  return component
}

/** After a failure: the code is asked for once more. */
export function forgetComponent({ id }: PanelEntry): void {
  components.delete(id)
}

/** Fetches the code and texts of every panel, so that none keeps anyone waiting. What fails is tried again when opened. */
export function preloadPanels(): void {
  for (const entry of panelEntries) load(entry).catch(() => {})
}

async function load({ load, texts = [] }: PanelEntry): Promise<ComponentType<PanelProps>> {
  const [component] = await Promise.all([load(), loadTexts(texts)])
  return component
}
