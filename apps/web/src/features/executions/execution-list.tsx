import { IconTimeline } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ExecutionListAddress } from '../../app/list-address.ts'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { NoMatch } from '../../ui/list/no-match.tsx'
import { Paging } from '../../ui/list/paging.tsx'
import { usePageInRange } from '../../ui/list/use-page-in-range.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { ExecutionListTools } from './execution-list-tools.tsx'
import { executionListQuery } from './execution-queries.ts'
import { ExecutionTable } from './execution-table.tsx'

interface ExecutionListProps {
  address: ExecutionListAddress
  onAddress: (change: { [K in keyof ExecutionListAddress]?: ExecutionListAddress[K] | undefined }) => void
}

const noFilters = { q: undefined, state: undefined, session: undefined, flow: undefined, page: undefined }

/** The list of runs with its filters, all of which stand in the address. */
export function ExecutionList({ address, onAddress }: ExecutionListProps) {
  const { t } = useTranslation('executions')
  const { data, error, isPlaceholderData, refetch } = useQuery(executionListQuery(address))
  const isFiltered = [address.q, address.state, address.session, address.flow].some(
    (each) => each !== undefined,
  )
  const isEmpty = data?.total === 0
  const isBehind = usePageInRange({ data, isPlaceholderData }, address, onAddress)
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <ExecutionListTools address={address} onAddress={onAddress} />
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {isBehind || (data === undefined && !error) ? <ListSkeleton view="table" /> : null}
      {isEmpty && !error && isFiltered ? <NoMatch onClear={() => onAddress(noFilters)} /> : null}
      {isEmpty && !error && !isFiltered ? (
        <PageMessage icon={IconTimeline} title={t('empty.title')} text={t('empty.text')} />
      ) : null}
      {data && !isEmpty && !error && !isBehind ? (
        <div className="dimmed-while-loading" data-loading={isPlaceholderData || undefined}>
          <ExecutionTable executions={data.data} />
          <Paging total={data.total} page={address.page} size={address.size} onChange={onAddress} />
        </div>
      ) : null}
    </>
  )
}
