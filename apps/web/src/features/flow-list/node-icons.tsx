import type { NodeMark } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { colorOf } from '../../ui/color-of.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const SIZE = 24
const NodeIcon = lazyPart(async () => (await import('../../ui/node-icon.tsx')).NodeIcon, {
  waiting: ({ definition }) => (definition ? <EmptyTile mark={definition} /> : null),
})

/** Icons of the nodes that identify a flow, the most telling first; how many more there are stands behind. */
export function NodeIcons({ types, atMost }: { types: readonly NodeMark[]; atMost: number }) {
  const { t } = useTranslation('flows')
  const nameOf = (mark: NodeMark) =>
    isUnknown(mark) ? t('cannotRun', { type: labelOf(mark) }) : labelOf(mark)
  const shown = types.slice(0, atMost)
  const more = types.slice(atMost)
  return (
    <span className="node-icons">
      {shown.map((mark) => (
        <span
          key={mark.name}
          role="img"
          aria-label={nameOf(mark)}
          title={nameOf(mark)}
          data-unknown={isUnknown(mark) || undefined}
        >
          <NodeIcon definition={mark} size={SIZE} />
        </span>
      ))}
      {more.length > 0 ? (
        <span title={more.map(nameOf).join(', ')}>{t('moreNodes', { count: more.length })}</span>
      ) : null}
    </span>
  )
}

/** Keeps the place of an icon, in its colour, until the icons are loaded. */
function EmptyTile({ mark }: { mark: Parameters<typeof colorOf>[0] }) {
  return <span className="node-icon-tile" style={{ width: SIZE, height: SIZE, background: colorOf(mark) }} />
}

/** A type that the server does not know comes with its name alone: such a node cannot run. */
const isUnknown = (mark: NodeMark) => mark.label === undefined

const labelOf = (mark: NodeMark) => mark.label ?? mark.name
