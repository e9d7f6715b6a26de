import type { DocumentStore } from '@runnel/contract'
import { IconFilePlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsShown } from '../../../session/use-viewer.ts'
import { NewRowButton } from '../../../ui/list/new-row-button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { PageMessage } from '../../../ui/page-message.tsx'
import { StoreDialog } from '../list/store-dialog.tsx'
import { StoreScreen } from '../store-screen.tsx'
import { AddLoaderDialog } from './add-loader-dialog.tsx'
import { FlowTagsDialog } from './flow-tags-dialog.tsx'
import { LoaderTable } from './loader-table.tsx'
import { StoreAdvice } from './store-advice.tsx'
import { StoreFacts } from './store-facts.tsx'
import { StoreMenu } from './store-menu.tsx'
import { useStoreActions } from './use-store-actions.ts'

/** One store: how it stands and what to do next, its loaders, and what can be done with it. */
export function StoreDetails({ storeId }: { storeId: string }) {
  return <StoreScreen storeId={storeId}>{(store) => <OpenStore store={store} />}</StoreScreen>
}

function OpenStore({ store }: { store: DocumentStore }) {
  // The dialogs of tags have texts elsewhere: loaded with their first use, they would take the page off the screen.
  const { t } = useTranslation(['document-stores', 'permissions'])
  const navigate = useNavigate()
  const [open, setOpen] = useState<'add' | 'rename' | 'flows'>()
  const actions = useStoreActions(store)
  const mayAdd = useMayAdd()
  const close = () => setOpen(undefined)
  const add = () => setOpen('add')
  return (
    <>
      <PageHead title={store.name} text={store.description}>
        <StoreMenu
          store={store}
          actions={actions}
          onRename={() => setOpen('rename')}
          onFlows={() => setOpen('flows')}
        />
        <AddLoaderButton label={t('add.button')} onClick={add} />
      </PageHead>
      <StoreFacts store={store} />
      <StoreAdvice store={store} actions={actions} />
      {store.loaders.length === 0 ? (
        <PageMessage
          icon={IconFilePlus}
          title={t('noLoaders.title')}
          text={t(mayAdd ? 'noLoaders.text' : 'noLoaders.reader')}
        >
          <AddLoaderButton label={t('noLoaders.first')} onClick={add} />
        </PageMessage>
      ) : (
        <LoaderTable store={store} actions={actions} />
      )}
      {open === 'add' ? (
        <AddLoaderDialog
          onClose={close}
          onChoose={(name) =>
            void navigate({ to: '/document-stores/$storeId/$name', params: { storeId: store.id, name } })
          }
        />
      ) : null}
      {open === 'flows' ? <FlowTagsDialog store={store} onClose={close} /> : null}
      {open === 'rename' ? <StoreDialog store={store} onClose={close} /> : null}
    </>
  )
}

/** A loader that is added is saved by its first preview or processing: who may do neither cannot add one. */
function useMayAdd(): boolean {
  const mayProcess = useIsShown({ permission: 'documentStores:preview-process' })
  return useIsShown({ permission: 'documentStores:add-loader' }) && mayProcess
}

function AddLoaderButton(button: { label: string; onClick: () => void }) {
  return useMayAdd() ? <NewRowButton permission="documentStores:add-loader" {...button} /> : null
}
