import { useEffect } from 'react'
import { DEFAULT_PAGE_SIZE } from '../../app/list-address.ts'

/** A list as its query gives it. */
interface ShownList {
  data: { total: number } | undefined
  /** The rows are those of the address before: their number says nothing about this one. */
  isPlaceholderData: boolean
}

interface PageAddress {
  page?: number | undefined
  size?: number | undefined
}

/**
 * Leads to the last page from one behind it: an old link, or a page whose last row was deleted. True while it is on the
 * way: then there is nothing to say about the rows.
 */
export function usePageInRange(
  { data, isPlaceholderData }: ShownList,
  { page = 1, size = DEFAULT_PAGE_SIZE }: PageAddress,
  onChange: (change: { page: number | undefined }) => void,
): boolean {
  const last = data === undefined || isPlaceholderData ? page : Math.max(Math.ceil(data.total / size), 1)
  const isBehind = page > last
  useEffect(() => {
    if (isBehind) onChange({ page: last === 1 ? undefined : last })
  }, [isBehind, last, onChange])
  return isBehind
}
