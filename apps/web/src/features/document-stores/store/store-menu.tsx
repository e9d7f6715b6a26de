import { Button, Menu } from '@mantine/core'
import { ALL_LOADERS, type DocumentStore } from '@runnel/contract'
import {
  IconChevronDown,
  IconDatabaseCog,
  IconDatabaseImport,
  IconDatabaseMinus,
  IconFileSearch,
  IconLock,
  IconPencil,
  IconRefresh,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../../session/shown-if.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { useDeleteStore } from '../list/use-delete-store.ts'
import { isBusy } from '../under-way.ts'
import type { StoreActions } from './use-store-actions.ts'
import { useWayWords } from './use-way-words.ts'

interface StoreMenuProps {
  store: DocumentStore
  actions: StoreActions
  onRename: () => void
  onFlows: () => void
}

const icon = { size: 16, stroke: 1.8 }

/** What can be done with a store, beside adding to it. */
export function StoreMenu({ store, actions, onRename, onFlows }: StoreMenuProps) {
  const { t } = useTranslation('document-stores')
  const words = useWayWords()
  const navigate = useNavigate()
  const remove = useDeleteStore()
  const { id: storeId } = store
  const hasChunks = store.totalChunks > 0
  const removeAndLeave = async () => {
    if (await remove(store)) await navigate({ to: '/document-stores' })
  }
  return (
    <>
      {store.answers ? (
        <LinkButton
          to="/document-stores/query/$storeId"
          params={{ storeId }}
          variant="default"
          leftSection={<IconSearch {...icon} />}
        >
          {t('menu.query')}
        </LinkButton>
      ) : null}
      <Menu position="bottom-end" shadow="md" width={240}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown {...icon} />}>
            {t('menu.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {hasChunks ? (
            <Menu.Item
              leftSection={<IconFileSearch {...icon} />}
              renderRoot={(props) => (
                <Link
                  to="/document-stores/chunks/$storeId/$fileId"
                  params={{ storeId, fileId: ALL_LOADERS }}
                  {...props}
                />
              )}
            >
              {words.chunks}
            </Menu.Item>
          ) : null}
          <Menu.Item
            leftSection={<IconDatabaseCog {...icon} />}
            renderRoot={(props) => (
              <Link to="/document-stores/vector/$storeId" params={{ storeId }} {...props} />
            )}
          >
            {t('menu.vectors')}
          </Menu.Item>
          {hasChunks && !isBusy(store) ? (
            <>
              <ShownIf permission="documentStores:upsert-config">
                <Menu.Item
                  leftSection={<IconDatabaseImport {...icon} />}
                  onClick={() => void actions.upsert()}
                >
                  {t('menu.upsert')}
                </Menu.Item>
              </ShownIf>
              <ShownIf permission="documentStores:upsert-config">
                <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => void actions.refresh()}>
                  {t('menu.refresh')}
                </Menu.Item>
              </ShownIf>
            </>
          ) : null}
          {store.answers && !isBusy(store) ? (
            <ShownIf permission="documentStores:upsert-config">
              <Menu.Item
                leftSection={<IconDatabaseMinus {...icon} />}
                onClick={() => void actions.removeVectors()}
              >
                {t('menu.removeVectors')}
              </Menu.Item>
            </ShownIf>
          ) : null}
          <ShownIf permission="chatflows:update,agentflows:update">
            <Menu.Item leftSection={<IconLock {...icon} />} onClick={onFlows}>
              {t('menu.flows')}
            </Menu.Item>
          </ShownIf>
          <ShownIf permission="documentStores:create,documentStores:update">
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
              {t('menu.rename')}
            </Menu.Item>
          </ShownIf>
          <ShownIf permission="documentStores:delete">
            <Menu.Item
              color="red"
              leftSection={<IconTrash {...icon} />}
              onClick={() => void removeAndLeave()}
            >
              {t('menu.delete')}
            </Menu.Item>
          </ShownIf>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
