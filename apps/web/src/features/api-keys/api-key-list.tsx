import { Button } from '@mantine/core'
import type { ApiKey } from '@runnel/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { Paging } from '../../ui/list/paging.tsx'
import { usePageInRange } from '../../ui/list/use-page-in-range.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { apiKeyListQuery } from './api-key-queries.ts'
import { ApiKeyTable } from './api-key-table.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

interface ApiKeyListProps {
  page: number | undefined
  size: number | undefined
  onAddress: Parameters<typeof Paging>[0]['onChange']
}

/** The keys of the workspace: make, show once, change, revoke. */
export function ApiKeyList({ page, size, onAddress }: ApiKeyListProps) {
  const { t } = useTranslation('api-keys')
  const { data, error, isPlaceholderData, refetch } = useQuery(apiKeyListQuery({ page, size }))
  const isBehind = usePageInRange({ data, isPlaceholderData }, { page, size }, onAddress)
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<ApiKey>()
  // One dialog follows the other: the focus goes back to what opened the first.
  useFocusReturn(isMaking || made !== undefined)
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ShownIf permission="apikeys:create">
          <Button leftSection={<IconPlus size={16} />} onClick={() => setIsMaking(true)}>
            {t('new')}
          </Button>
        </ShownIf>
      </PageHead>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {isBehind || (data === undefined && !error) ? <ListSkeleton view="table" /> : null}
      {data?.total === 0 ? (
        <PageMessage icon={IconKey} title={t('empty.title')} text={t('empty.text')} />
      ) : null}
      {data && data.total > 0 && !isBehind ? (
        <>
          <ApiKeyTable apiKeys={data.data} />
          <Paging total={data.total} page={page} size={size} onChange={onAddress} />
        </>
      ) : null}
      {isMaking ? <ApiKeyDialog onClose={() => setIsMaking(false)} onMade={setMade} /> : null}
      {made ? <NewKeyDialog apiKey={made} onClose={() => setMade(undefined)} /> : null}
    </>
  )
}
