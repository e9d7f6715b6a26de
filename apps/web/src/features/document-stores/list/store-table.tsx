import type { DocumentStore } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RowButton, RowTable } from '../../../ui/list/row-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import '../document-stores.css'
import { StoreStatusText } from '../store-status.tsx'
import { shownStatus } from '../under-way.ts'
import { StoreUsage } from './store-usage.tsx'
import { useDeleteStore } from './use-delete-store.ts'

interface StoreTableProps {
  stores: readonly DocumentStore[]
  onChange: (store: DocumentStore) => void
}

/** Document stores as rows. */
export function StoreTable({ stores, onChange }: StoreTableProps) {
  const { t, i18n } = useTranslation(['document-stores', 'usage'])
  const remove = useDeleteStore()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <RowTable
      label={t('title')}
      minWidth={860}
      rows={stores}
      name={{
        head: t('column.name'),
        cell: ({ id, name, description }) => (
          <>
            <Link to="/document-stores/$storeId" params={{ storeId: id }} className="row-link">
              {name}
            </Link>
            {description ? <span className="store-description">{description}</span> : null}
          </>
        ),
      }}
      columns={[
        {
          head: t('column.status'),
          cell: (store) => <StoreStatusText status={shownStatus(store)} of="store" />,
          staysNarrow: true,
        },
        {
          head: t('column.loaders'),
          cell: ({ loaders }) => (
            <span className="store-loaders">
              {namesOf(loaders.map(({ loaderName }) => loaderName)) || '–'}
            </span>
          ),
        },
        { head: t('column.chunks'), cell: ({ totalChunks }) => number.format(totalChunks) },
        { head: t('column.characters'), cell: ({ totalChars }) => number.format(totalChars) },
        {
          head: t('usage:column'),
          cell: (store) => <StoreUsage store={store} />,
          staysNarrow: true,
        },
        { head: t('column.updated'), cell: ({ updatedDate }) => <RelativeTime time={updatedDate} /> },
      ]}
      actions={(store) => (
        <>
          <RowButton
            does="change"
            permission="documentStores:update"
            label={t('rename', { name: store.name })}
            onClick={() => onChange(store)}
          />
          <RowButton
            does="delete"
            permission="documentStores:delete"
            label={t('delete.label', { name: store.name })}
            onClick={() => void remove(store)}
          />
        </>
      )}
    />
  )
}

/** Each name once, with how often it stands there. */
function namesOf(names: readonly string[]): string {
  const groups = Map.groupBy(names, (name) => name)
  return [...groups].map(([name, same]) => (same.length > 1 ? `${name} ×${same.length}` : name)).join(', ')
}
