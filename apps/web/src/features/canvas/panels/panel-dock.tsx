import { Center, Loader } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../session/canvas-session.ts'
import { findOpenPanels } from './find-open-panels.ts'
import { PanelBoundary } from './panel-boundary.tsx'
import { forgetComponent, panelComponent } from './panel-component.ts'
import type { PanelEntry, PanelSide } from './panel-entry.ts'
import { type PanelId, panelEntries } from './panels.ts'
import './panel-dock.css'

interface PanelDockProps {
  side: PanelSide
  open: ReadonlySet<PanelId>
  onClose: (panel: PanelId) => void
}

/** The open panels of one side. */
export function PanelDock({ side, open, onClose }: PanelDockProps) {
  const { t } = useTranslation('canvas')
  // A text, because a selector must return the same value for the same state.
  const ids = useEditor((state) => findOpenPanels(open, state).join(' ')).split(' ')
  const entries = panelEntries.filter((entry) => entry.side === side && ids.includes(entry.id))
  return entries.map((entry) => {
    const panel = <Panel key={entry.id} entry={entry} onClose={() => onClose(entry.id)} />
    if (side === 'below') return panel
    return (
      <aside key={entry.id} className={`canvas-side canvas-${side}`} aria-label={t(entry.title)}>
        {panel}
      </aside>
    )
  })
}

function Panel({ entry, onClose }: { entry: PanelEntry; onClose: () => void }) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  const Component = panelComponent(entry)
  const retry = () => {
    forgetComponent(entry)
    setAttempt(attempt + 1)
  }
  const waiting = entry.side === 'below' ? null : <Loader role="status" size="sm" aria-label={t('loading')} />
  return (
    <PanelBoundary key={attempt} onRetry={retry}>
      <Suspense fallback={waiting && <Center mih={120}>{waiting}</Center>}>
        <Component onClose={onClose} />
      </Suspense>
    </PanelBoundary>
  )
}
