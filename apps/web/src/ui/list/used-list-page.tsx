import type { ShownBy } from '@runnel/access'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, UsedListAddress } from '../../app/list-address.ts'
import { UsageFilter } from '../usage/usage-filter.tsx'
import { EmptyMessage } from './empty-message.tsx'
import { ListPage } from './list-page.tsx'
import { NewRowButton } from './new-row-button.tsx'
import { OrderSelect } from './order-select.tsx'
import { SearchField } from './search-field.tsx'

type ListPageProps<Row, Address extends UsedListAddress> = Parameters<typeof ListPage<Row, Address>>[0]

interface UsedListPageProps<Row, Address extends UsedListAddress>
  extends Pick<
    ListPageProps<Row, Address>,
    'title' | 'text' | 'list' | 'address' | 'onAddress' | 'filters' | 'view' | 'children'
  > {
  icon: TablerIcon
  texts: { new: string; emptyTitle: string; emptyText: string; first: string }
  /** Who may make a row. */
  permission: ShownBy
  onNew: () => void
  /** Beside what makes a new row. */
  actions?: ReactNode
  /** Filters of its own, after the search. */
  ownFilters?: ReactNode
  /** At the end of the tools. */
  end?: ReactNode
}

/** The page of a list of named things that flows use: search, filters, order, what makes a new one, and its rows. */
export function UsedListPage<Row, Address extends UsedListAddress>({
  icon,
  texts,
  permission,
  onNew,
  actions,
  ownFilters,
  end,
  filters = [],
  ...page
}: UsedListPageProps<Row, Address>) {
  const { t } = useTranslation()
  const { address } = page
  // Search, usage and order are fields that every such address has.
  const onAddress = page.onAddress as ChangeAddress<UsedListAddress>
  return (
    <ListPage
      {...page}
      filters={[...filters, 'usage']}
      actions={
        <>
          {actions}
          <NewRowButton permission={permission} label={texts.new} onClick={onNew} />
        </>
      }
      tools={
        <>
          <SearchField
            label={t('search.byName')}
            value={address.q}
            onSearch={(q) => onAddress({ q, page: undefined })}
          />
          {ownFilters}
          <UsageFilter address={address} onAddress={onAddress} />
          <OrderSelect address={address} onAddress={onAddress} />
          {end}
        </>
      }
      empty={
        <EmptyMessage icon={icon} title={texts.emptyTitle} text={texts.emptyText} permission={permission}>
          <NewRowButton permission={permission} label={texts.first} onClick={onNew} />
        </EmptyMessage>
      }
    />
  )
}
