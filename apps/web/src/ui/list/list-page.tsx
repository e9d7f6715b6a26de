import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChangeAddress, ListAddress } from '../../app/list-address.ts'
import { LoadFailure } from '../load-failure.tsx'
import { PageHead } from '../page-head.tsx'
import './list.css'
import { ListSkeleton } from './list-skeleton.tsx'
import { NoMatch } from './no-match.tsx'
import { Paging } from './paging.tsx'
import { usePageInRange } from './use-page-in-range.ts'

interface ListPageProps<Row, Address extends ListAddress> {
  title: string
  text: string
  /** On the right of the head: what makes a new row. */
  actions?: ReactNode
  list: UseQueryResult<{ data: Row[]; total: number }>
  /** What of the list is shown, as the address says. */
  address: Address
  onAddress: ChangeAddress<Address>
  /** Fields of the address that leave rows out, beside the search. */
  filters?: readonly (keyof Address)[]
  /** Search, filters and order. */
  tools?: ReactNode
  /** Whether the tools stay where there is no row: one of them may bring rows. */
  keepsTools?: boolean
  /** What there is to say, and to do first, while there is no row at all. */
  empty: ReactNode
  view?: 'cards' | 'table'
  children: (rows: Row[]) => ReactNode
}

/**
 * The page of a list, in every state: on its way, failed, empty, without a match, and its rows in pages. What is shown
 * stands in the address; a page behind the last one leads to it.
 */
export function ListPage<Row, Address extends ListAddress>(props: ListPageProps<Row, Address>) {
  const { title, text, actions, list, address, filters = [], tools, keepsTools = false } = props
  const narrowing = (['q', ...filters] as (keyof Address)[]).filter((field) => address[field] !== undefined)
  const isEmpty = list.data?.total === 0 && narrowing.length === 0
  return (
    <>
      <PageHead title={title} text={text}>
        {actions}
      </PageHead>
      {tools && (!isEmpty || keepsTools) ? <search className="list-tools">{tools}</search> : null}
      {list.error ? <LoadFailure error={list.error} onRetry={() => void list.refetch()} /> : null}
      <ListContent {...props} narrowing={narrowing} />
    </>
  )
}

/** Below the tools; `narrowing` are the fields of the address that leave rows out now. */
function ListContent<Row, Address extends ListAddress>({
  list: { data, error, isPlaceholderData },
  address,
  onAddress,
  narrowing,
  empty,
  view = 'table',
  children,
}: ListPageProps<Row, Address> & { narrowing: (keyof Address)[] }) {
  const changePage = onAddress as ChangeAddress<ListAddress>
  const isBehind = usePageInRange({ data, isPlaceholderData }, address, changePage)
  if (error) return null
  if (data === undefined || isBehind) return <ListSkeleton view={view} />
  const clear = () => onAddress({ ...withoutFields<Address>(narrowing), page: undefined })
  return (
    <div className="dimmed-while-loading" data-loading={isPlaceholderData || undefined}>
      {data.total > 0 ? children(data.data) : narrowing.length > 0 ? <NoMatch onClear={clear} /> : empty}
      <Paging total={data.total} page={address.page} size={address.size} onChange={changePage} />
    </div>
  )
}

function withoutFields<Address>(fields: (keyof Address)[]): { [K in keyof Address]?: undefined } {
  return Object.fromEntries(fields.map((field) => [field, undefined])) as { [K in keyof Address]?: undefined }
}
