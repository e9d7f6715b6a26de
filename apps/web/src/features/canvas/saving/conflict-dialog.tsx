import { Button, List, Stack, Text } from '@mantine/core'
import { diffDocuments } from '@runnel/graph'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'

const kinds = ['added', 'removed', 'changed', 'edges'] as const

interface ConflictDialogProps {
  onOverwrite: () => void
  onTakeTheirs: () => void
}

/** Somebody saved the flow meanwhile: says what differs and lets the person decide. */
export function ConflictDialog({ onOverwrite, onTakeTheirs }: ConflictDialogProps) {
  const { t, i18n } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const conflict = useStore(drafts.store, (state) => state.conflict)
  const document = useEditor((state) => state.document)
  if (conflict === undefined) return null
  const theirs = conflict.document ?? document
  const { nodes, edges } = diffDocuments(theirs, document)
  const counts = {
    added: nodes.added.length,
    removed: nodes.removed.length,
    changed: nodes.changed.length,
    edges: edges.added.length + edges.removed.length + edges.changed.length,
  }
  const labels = new Map([...theirs.nodes, ...document.nodes].map(({ id, label }) => [id, label || id]))
  const lineOf = (kind: (typeof kinds)[number]) => {
    const what = t(`conflict.${kind}`, { count: counts[kind] })
    if (kind === 'edges') return what
    const names = nodes[kind].map(({ id }) => labels.get(id)).join(', ')
    return t('conflict.names', { what, names })
  }
  return (
    <Dialog onClose={() => drafts.cancelConflict()} size="lg" title={t('conflict.title')}>
      <Stack>
        <Text>{t('conflict.text', { time: formatDateTime(conflict.updatedDate, i18n.language) })}</Text>
        <List>
          {kinds
            .filter((kind) => counts[kind] > 0)
            .map((kind) => (
              <List.Item key={kind}>{lineOf(kind)}</List.Item>
            ))}
          {kinds.every((kind) => counts[kind] === 0) ? <List.Item>{t('conflict.same')}</List.Item> : null}
        </List>
        <DialogFoot>
          <Button variant="default" data-autofocus onClick={() => drafts.cancelConflict()}>
            {t('cancel')}
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            {t('conflict.theirs')}
          </Button>
          <Button color="red" onClick={onOverwrite}>
            {t('conflict.mine')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
