import { type SharedItemType, sharedKinds } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RowButton } from '../../ui/list/row-table.tsx'

const loadDialog = async () => (await import('./share-dialog.tsx')).ShareDialog
const ShareDialog = lazyPart(loadDialog, { onFailed: ({ onClose }) => onClose() })

/** Opens the choice of the workspaces with which something is shared. */
export function ShareButton({ item }: { item: { id: string; name: string; kind: SharedItemType } }) {
  const { t } = useTranslation('sharing')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <RowButton
        does="share"
        permission={sharedKinds[item.kind].permission}
        feature="feat:workspaces"
        label={t('label', { name: item.name })}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? <ShareDialog item={item} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
