import { ActionIcon, Badge, Tooltip } from '@mantine/core'
import type { DocumentChunk } from '@runnel/contract'
import { IconArrowMerge, IconPencil, IconTargetArrow, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../../session/shown-if.tsx'
import { ChunkText } from '../chunk-text.tsx'
import { usePlaceText } from '../use-place-text.ts'

interface ChunkCardProps {
  chunk: DocumentChunk
  /** What tells it from the other chunks of the list. */
  name: string
  /** By hand, on this visit. */
  isChanged: boolean
  /** A link led to it: it is shown and has the focus. */
  isPointedAt: boolean
  canMerge: boolean
  onEdit: () => void
  onMerge: () => void
  onDelete: () => void
  /** Keeps it as what should come for a test question. */
  onKeep: () => void
}

/** One chunk of a list, with what can be done with it. */
export function ChunkCard({ chunk, name: n, isChanged, isPointedAt, canMerge, ...does }: ChunkCardProps) {
  const { t } = useTranslation(['document-stores', 'retrieval-tests'])
  const placeOf = usePlaceText()
  const { chunkNo, pageContent, metadata } = chunk
  return (
    <li
      className="chunk-card"
      data-changed={isChanged || undefined}
      ref={isPointedAt ? showWithFocus : undefined}
      {...(isPointedAt && { tabIndex: -1, 'aria-current': true, 'aria-label': t('chunk.pointedAt', { n }) })}
    >
      <ChunkText
        head={t('chunk.head', { n: chunkNo, count: pageContent.length })}
        place={placeOf(metadata)}
        text={pageContent}
        metadata={metadata}
        action={
          <span className="chunk-actions">
            {isChanged ? <Badge variant="light">{t('chunk.changed')}</Badge> : null}
            <ShownIf permission="documentStores:update">
              <ChunkButton icon={IconPencil} label={t('chunk.edit', { n })} onClick={does.onEdit} />
              {canMerge ? (
                <ChunkButton icon={IconArrowMerge} label={t('chunk.merge', { n })} onClick={does.onMerge} />
              ) : null}
            </ShownIf>
            <ShownIf permission="documentStores:update,documentStores:upsert-config">
              <ChunkButton
                icon={IconTargetArrow}
                label={t('retrieval-tests:keep.chunk', { n })}
                onClick={does.onKeep}
              />
            </ShownIf>
            <ShownIf permission="documentStores:update,documentStores:delete">
              <ChunkButton icon={IconTrash} label={t('chunk.delete', { n })} onClick={does.onDelete} />
            </ShownIf>
          </span>
        }
      />
    </li>
  )
}

/** Stays the same function, so that it is called once for each card that comes. */
function showWithFocus(card: HTMLLIElement | null): void {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'center' })
}

function ChunkButton({
  icon: Icon,
  label,
  onClick,
}: {
  icon: TablerIcon
  label: string
  onClick: () => void
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Icon size={17} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  )
}
