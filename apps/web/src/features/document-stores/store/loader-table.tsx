import { ActionIcon, Menu } from '@mantine/core'
import type { DocumentLoader, DocumentStore } from '@runnel/contract'
import {
  IconApi,
  IconCalendarTime,
  IconDatabaseImport,
  IconDots,
  IconFileSearch,
  IconHandStop,
  IconLock,
  IconPlayerPlay,
  IconRefresh,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../../session/shown-if.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RowTable } from '../../../ui/list/row-table.tsx'
import { NodeIcon } from '../../../ui/node-icon.tsx'
import { isBusy, isUnderWay } from '../under-way.ts'
import { useComponents } from '../use-components.ts'
import { LoaderFiles } from './loader-files.tsx'
import { LoaderState } from './loader-state.tsx'
import type { StoreActions } from './use-store-actions.ts'
import { useWayWords } from './use-way-words.ts'

const RefreshDialog = lazyPart(async () => (await import('./refresh-dialog.tsx')).RefreshDialog, {
  onFailed: ({ onClose }) => onClose(),
})
const LoaderTagsDialog = lazyPart(async () => (await import('./loader-tags-dialog.tsx')).LoaderTagsDialog, {
  onFailed: ({ onClose }) => onClose(),
})
const LoaderApiDialog = lazyPart(async () => (await import('./loader-api-dialog.tsx')).LoaderApiDialog, {
  onFailed: ({ onClose }) => onClose(),
})

interface LoaderTableProps {
  store: DocumentStore
  actions: StoreActions
}

/** The loaders of a store as rows, with their files. */
export function LoaderTable({ store, actions }: LoaderTableProps) {
  const { t, i18n } = useTranslation('document-stores')
  const { find } = useComponents()
  const [called, setCalled] = useState<DocumentLoader>()
  const [timed, setTimed] = useState<DocumentLoader>()
  const [guarded, setGuarded] = useState<DocumentLoader>()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <>
      <RowTable
        label={t('loader.list')}
        minWidth={820}
        rows={store.loaders}
        name={{
          head: t('loader.column.name'),
          cell: (loader) => (
            <div className="loader-cell">
              <NodeIcon definition={find(loader.loaderId)} size={28} />
              <div>
                <LoaderName store={store} loader={loader} />
                {loader.tags.length > 0 ? (
                  <p className="store-note">{t('access.only', { tags: loader.tags.join(', ') })}</p>
                ) : null}
                <LoaderFiles
                  storeId={store.id}
                  loader={loader}
                  definition={find(loader.loaderId)}
                  onRetry={() => void actions.retry(loader)}
                />
              </div>
            </div>
          ),
        }}
        columns={[
          {
            head: t('column.status'),
            cell: (loader) => <LoaderState loader={loader} onRetry={() => void actions.process(loader)} />,
            staysNarrow: true,
          },
          {
            head: t('loader.column.splitter'),
            cell: ({ splitterName }) => splitterName || t('loader.whole'),
          },
          { head: t('column.chunks'), cell: ({ totalChunks }) => number.format(totalChunks) },
          { head: t('column.characters'), cell: ({ totalChars }) => number.format(totalChars) },
        ]}
        actions={(loader) => (
          <LoaderMenu
            store={store}
            loader={loader}
            actions={actions}
            onCall={() => setCalled(loader)}
            onTime={() => setTimed(loader)}
            onGuard={() => setGuarded(loader)}
          />
        )}
      />
      {called ? <LoaderApiDialog store={store} loader={called} onClose={() => setCalled(undefined)} /> : null}
      {timed ? <RefreshDialog storeId={store.id} loader={timed} onClose={() => setTimed(undefined)} /> : null}
      {guarded ? (
        <LoaderTagsDialog store={store} loader={guarded} onClose={() => setGuarded(undefined)} />
      ) : null}
    </>
  )
}

/** Leads to the settings of a loader, for those who may see them tried out. */
function LoaderName({ store, loader }: { store: DocumentStore; loader: DocumentLoader }) {
  return (
    <Link
      to="/document-stores/$storeId/$name"
      params={{ storeId: store.id, name: loader.id }}
      className="row-link"
    >
      {loader.loaderName}
    </Link>
  )
}

interface LoaderMenuProps extends LoaderTableProps {
  loader: DocumentLoader
  onCall: () => void
  onTime: () => void
  onGuard: () => void
}

const icon = { size: 16, stroke: 1.8 }

function LoaderMenu({ store, loader, actions, onCall, onTime, onGuard }: LoaderMenuProps) {
  const { t } = useTranslation('document-stores')
  const words = useWayWords()
  const storeId = store.id
  const isWorkedOn = isUnderWay(loader.status)
  const mayBegin = !isBusy(store)
  return (
    <Menu position="bottom-end" shadow="md" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('loader.actions', { name: loader.loaderName })}
        >
          <IconDots size={17} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconSettings {...icon} />}
          renderRoot={(props) => (
            <Link to="/document-stores/$storeId/$name" params={{ storeId, name: loader.id }} {...props} />
          )}
        >
          {words.settings}
        </Menu.Item>
        {loader.totalChunks > 0 ? (
          <Menu.Item
            leftSection={<IconFileSearch {...icon} />}
            renderRoot={(props) => (
              <Link
                to="/document-stores/chunks/$storeId/$fileId"
                params={{ storeId, fileId: loader.id }}
                {...props}
              />
            )}
          >
            {words.chunks}
          </Menu.Item>
        ) : null}
        <ShownIf permission="documentStores:preview-process">
          {isWorkedOn ? (
            <Menu.Item leftSection={<IconHandStop {...icon} />} onClick={() => void actions.stop(loader)}>
              {t('loader.stop')}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPlayerPlay {...icon} />}
              onClick={() => void actions.process(loader)}
            >
              {t('loader.process')}
            </Menu.Item>
          )}
        </ShownIf>
        {mayBegin && loader.totalChunks > 0 ? (
          <ShownIf permission="documentStores:upsert-config">
            <Menu.Item
              leftSection={<IconDatabaseImport {...icon} />}
              onClick={() => void actions.upsert(loader)}
            >
              {t('loader.upsert')}
            </Menu.Item>
          </ShownIf>
        ) : null}
        <RefreshItems loader={loader} actions={actions} mayBegin={mayBegin} onTime={onTime} />
        <ShownIf permission="documentStores:upsert-config">
          <Menu.Item leftSection={<IconLock {...icon} />} onClick={onGuard}>
            {t('loader.access')}
          </Menu.Item>
        </ShownIf>
        <ShownIf permission="documentStores:preview-process">
          <Menu.Item leftSection={<IconApi {...icon} />} onClick={onCall}>
            {t('loader.api')}
          </Menu.Item>
        </ShownIf>
        <ShownIf permission="documentStores:delete-loader">
          <Menu.Item
            color="red"
            leftSection={<IconTrash {...icon} />}
            onClick={() => void actions.removeLoader(loader)}
          >
            {t('loader.remove')}
          </Menu.Item>
        </ShownIf>
      </Menu.Dropdown>
    </Menu>
  )
}

interface RefreshItemsProps extends Pick<LoaderMenuProps, 'loader' | 'actions' | 'onTime'> {
  mayBegin: boolean
}

/** Files that are kept in the store do not change: they are not read again. */
function RefreshItems({ loader, actions, mayBegin, onTime }: RefreshItemsProps) {
  const { t } = useTranslation('document-stores')
  if (loader.files !== undefined) return null
  return (
    <ShownIf permission="documentStores:upsert-config">
      {mayBegin && loader.totalChunks > 0 ? (
        <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => void actions.readAgain(loader)}>
          {t('loader.readAgain')}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconCalendarTime {...icon} />} onClick={onTime}>
        {t('loader.schedule')}
      </Menu.Item>
    </ShownIf>
  )
}
