import { IconTimeline } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, ExecutionListAddress } from '../../app/list-address.ts'
import { EmptyMessage } from '../../ui/list/empty-message.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { ExecutionListTools } from './execution-list-tools.tsx'
import { executionListQuery } from './execution-queries.ts'
import { ExecutionTable } from './execution-table.tsx'

interface ExecutionListProps {
  address: ExecutionListAddress
  onAddress: ChangeAddress<ExecutionListAddress>
}

/** The list of runs with its filters, all of which stand in the address. */
export function ExecutionList({ address, onAddress }: ExecutionListProps) {
  const { t } = useTranslation('executions')
  return (
    <ListPage
      title={t('title')}
      text={t('text')}
      list={useQuery(executionListQuery(address))}
      address={address}
      onAddress={onAddress}
      filters={['state', 'session', 'flow']}
      tools={<ExecutionListTools address={address} onAddress={onAddress} />}
      keepsTools
      empty={
        <EmptyMessage
          permission="agentflows:view,agentflows:update"
          icon={IconTimeline}
          title={t('empty.title')}
          text={t('empty.text')}
        />
      }
    >
      {(executions) => <ExecutionTable executions={executions} />}
    </ListPage>
  )
}
