import { listVectorStores } from '@runnel/graph'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { isFilling } from '../filling/fill-keeper.ts'
import { useFillKeeper } from '../filling/use-fill-keeper.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { HeaderIcon } from './header-icon.tsx'

const FillDialog = lazyPart(async () => (await import('../filling/fill-dialog.tsx')).FillDialog, {
  onFailed: ({ onClose }) => onClose(),
})

/** Opens what fills the vector stores of the flow; absent where it has none. */
export function FillButton() {
  const { t } = useTranslation('canvas')
  const { find } = useCanvasSession()
  const document = useEditor((state) => state.document)
  const flowId = useEditor(({ head }) => head.id)
  const stores = useMemo(() => {
    const labels = new Map(document.nodes.map(({ id, label }) => [id, label]))
    return listVectorStores(document, find).map((id) => ({ id, name: labels.get(id) || id }))
  }, [document, find])
  if (stores.length === 0) return null
  if (flowId !== undefined) return <OfFlow flowId={flowId} stores={stores} />
  return (
    <HeaderIcon label={t('fill.neverSaved')} isDisabled onClick={() => undefined}>
      <IconDatabaseImport size={18} stroke={1.8} />
    </HeaderIcon>
  )
}

function OfFlow({ flowId, stores }: { flowId: string; stores: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('canvas')
  const [isOpen, setIsOpen] = useState(false)
  const keeper = useFillKeeper(flowId)
  const isUnder = useStore(keeper.store, ({ fills }) =>
    stores.some(({ id }) => fills[id] && isFilling(fills[id])),
  )
  return (
    <>
      <HeaderIcon label={t(isUnder ? 'fill.underWay' : 'fill.title')} onClick={() => setIsOpen(true)}>
        <IconDatabaseImport size={18} stroke={1.8} className={isUnder ? 'fill-under-way' : undefined} />
      </HeaderIcon>
      {isOpen ? (
        <FillDialog flowId={flowId} keeper={keeper} stores={stores} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  )
}
