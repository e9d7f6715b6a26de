import { Skeleton } from '@mantine/core'
import type { DocumentStore } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { UsageCount } from '../../../ui/usage/usage-count.tsx'
import { storeQuery } from '../store-queries.ts'
import { UsingFlows } from '../using-flows.tsx'

/** How many flows use a store; a click names them, which a list of stores does not. */
export function StoreUsage({ store }: { store: DocumentStore }) {
  return (
    <UsageCount name={store.name} count={store.whereUsed.length}>
      <FlowsOf storeId={store.id} />
    </UsageCount>
  )
}

function FlowsOf({ storeId }: { storeId: string }) {
  const { data, error, refetch } = useQuery(storeQuery(storeId))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={60} />
  return <UsingFlows store={data} />
}
