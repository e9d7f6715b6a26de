import { findNodeDefinition } from '@runnel/graph'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { SearchableSelect } from '../../../ui/searchable-select.tsx'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import './node-finder.css'

/** So many need no scrolling; who looks for another one writes more of its name. */
const MOST_SHOWN = 8

/** Finds a node of the flow by its name or kind, wherever it lies. */
export function NodeFinder({ onGo, onClose }: { onGo: (nodeId: string) => void; onClose: () => void }) {
  const { t } = useTranslation('canvas')
  const { find } = useCanvasSession()
  const nodes = useEditor(({ document }) => document.nodes)
  const choices = useMemo(
    () =>
      nodes.map((node) => {
        const kind = findNodeDefinition(node, find)?.label ?? node.type
        const name = node.label || kind
        return { value: node.id, label: name === kind ? name : `${name} · ${kind}` }
      }),
    [nodes, find],
  )
  return (
    <Dialog onClose={onClose} title={t('finder.title')}>
      <SearchableSelect
        className="node-finder"
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
        withScrollArea={false}
        label={t('finder.label')}
        description={t('finder.help')}
        inputWrapperOrder={['label', 'description', 'input']}
        data={choices}
        value={null}
        selectFirstOptionOnChange
        defaultDropdownOpened
        limit={MOST_SHOWN}
        choices={{ empty: t('finder.none'), noMatch: t('finder.none') }}
        data-autofocus
        onChange={(nodeId) => {
          if (nodeId === null) return
          onClose()
          onGo(nodeId)
        }}
      />
    </Dialog>
  )
}
