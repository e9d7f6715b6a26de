import { ActionIcon, ScrollArea, TextInput } from '@mantine/core'
import { NODE_CONCEPTS, type NodeDefinition } from '@runnel/contract'
import { IconSearch, IconX } from '@tabler/icons-react'
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NodeIcon } from '../../ui/node-icon.tsx'
import type { KnownAs } from './concepts.ts'
import { DRAGGED_NODE_TYPE } from './dragged-node-type.ts'
import { searchNodes } from './search-nodes.ts'
import './palette.css'

interface PaletteProps {
  definitions: readonly NodeDefinition[]
  /** Whether its search takes the focus, asked when it stands: until then the focus may have gone elsewhere. */
  takesFocus: () => boolean
  onAdd: (type: string) => void
  onClose: () => void
}

/** The types of nodes that can be added: by a click, by Enter, or by dragging one onto the canvas. */
export function Palette({ definitions, takesFocus, onAdd, onClose }: PaletteProps) {
  const { t } = useTranslation('canvas')
  const search = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (takesFocus()) search.current?.focus()
  }, [takesFocus])
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const knownAs = useKnownAs()
  const groups = useMemo(() => searchNodes(definitions, wanted, knownAs), [definitions, wanted, knownAs])
  /** The list may still show an earlier text: what Enter takes is found by what is written now. */
  const findBest = () => searchNodes(definitions, text, knownAs)[0]?.definitions[0]
  return (
    <section className="palette" tabIndex={-1} aria-label={t('palette.title')}>
      <div className="panel-head">
        <h2>{t('palette.title')}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t('palette.close')} onClick={onClose}>
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      </div>
      <TextInput
        ref={search}
        className="palette-search"
        value={text}
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        leftSection={<IconSearch size={16} stroke={1.8} />}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const best = event.key === 'Enter' && text !== '' ? findBest() : undefined
          if (best) onAdd(best.name)
          if (event.key === 'Escape') onClose()
        }}
      />
      <ScrollArea className="palette-list" type="hover" scrollbarSize={8}>
        {groups.length === 0 ? <p className="palette-empty">{t('palette.none', { text })}</p> : null}
        {groups.map((group) => (
          <section key={group.category} aria-label={group.category}>
            <h3>{group.category}</h3>
            <ul>
              {group.definitions.map((definition) => (
                <li key={definition.name}>
                  <PaletteItem
                    definition={definition}
                    isBest={text !== '' && definition === groups[0]?.definitions[0]}
                    onAdd={onAdd}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </ScrollArea>
    </section>
  )
}

/** The words by which people know what nodes are for, in the language that they read. */
function useKnownAs(): KnownAs {
  const { t } = useTranslation('canvas')
  return useMemo(() => {
    return Object.fromEntries(NODE_CONCEPTS.map((concept) => [concept, t(`palette.knownAs.${concept}`)]))
  }, [t])
}

interface PaletteItemProps {
  definition: NodeDefinition
  /** The one that Enter takes. */
  isBest: boolean
  onAdd: PaletteProps['onAdd']
}

/** What the reference's badges are called here; others stand as their authors wrote them. */
const BADGES = { DEPRECATING: 'palette.older', NEW: 'palette.new', 'No AI': 'palette.noAi' } as const

function Badge({ name }: { name: string }) {
  const { t } = useTranslation('canvas')
  const known = Object.hasOwn(BADGES, name) ? t(BADGES[name as keyof typeof BADGES]) : name
  return <span className="badge">{known}</span>
}

/** Most entries stay as they are from one letter of a search to the next. */
const PaletteItem = memo(function PaletteItem({ definition, isBest, onAdd }: PaletteItemProps) {
  return (
    <button
      type="button"
      className="palette-item"
      data-best={isBest}
      draggable
      onClick={() => onAdd(definition.name)}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_NODE_TYPE, definition.name)
        event.dataTransfer.effectAllowed = 'copy'
      }}
    >
      <NodeIcon definition={definition} size={28} />
      <span className="palette-item-text">
        <span>
          {definition.label}
          {definition.badge ? <Badge name={definition.badge} /> : null}
        </span>
        <span className="palette-item-help">{definition.description}</span>
      </span>
    </button>
  )
})
