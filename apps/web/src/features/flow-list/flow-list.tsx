import type { Chatflow } from '@runnel/contract'
import { IconMessageCircle, IconPlus, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FlowListAddress } from '../../app/list-address.ts'
import { ShownIf } from '../../session/shown-if.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { NoMatch } from '../../ui/list/no-match.tsx'
import { Paging } from '../../ui/list/paging.tsx'
import { usePageInRange } from '../../ui/list/use-page-in-range.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { FlowCards } from './flow-cards.tsx'
import { type FlowListKind, newFlowPath } from './flow-kind.ts'
import { FlowListTools } from './flow-list-tools.tsx'
import { flowListQuery } from './flow-queries.ts'
import { ImportFlowButton } from './import-flow-button.tsx'
import './flow-list.css'

const FlowTable = lazyPart(async () => (await import('./flow-table.tsx')).FlowTable, {
  waiting: () => <ListSkeleton view="table" />,
  failed: (props) => <FlowCards {...props} />,
})

interface FlowListProps {
  kind: FlowListKind
  address: FlowListAddress
  /** Puts fields into the address; undefined takes one out. */
  onAddress: (change: { [K in keyof FlowListAddress]?: FlowListAddress[K] | undefined }) => void
  /** Puts the cards of a flow file apart, where ours would cover each other. */
  arrange: (flowFile: string) => Promise<string>
}

/** A list of flows: search, sort and view stand in the address. */
export function FlowList({ kind, address, onAddress, arrange }: FlowListProps) {
  const { t } = useTranslation('flows')
  const { data, error, isPlaceholderData, refetch } = useQuery(flowListQuery(kind, address))
  const isEmpty = data?.total === 0 && address.q === undefined
  const isBehind = usePageInRange({ data, isPlaceholderData }, address, onAddress)
  return (
    <>
      <PageHead title={t(`${kind}.title`)} text={t(`${kind}.text`)}>
        <ShownIf permission={`${kind}:import,${kind}:create`}>
          <ImportFlowButton kind={kind} arrange={arrange} />
        </ShownIf>
        <ShownIf permission={`${kind}:create`}>
          <LinkButton to={newFlowPath(kind)} leftSection={<IconPlus size={16} />}>
            {t(`${kind}.new`)}
          </LinkButton>
        </ShownIf>
      </PageHead>
      {isEmpty ? null : (
        <FlowListTools kind={kind} address={address} onAddress={onAddress} total={data?.total} />
      )}
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {isBehind || (data === undefined && !error) ? <ListSkeleton view={address.view ?? 'cards'} /> : null}
      {data && !error && !isBehind ? (
        <div className="dimmed-while-loading" data-loading={isPlaceholderData || undefined}>
          {isEmpty ? (
            <NoFlows kind={kind} />
          ) : (
            <Flows kind={kind} flows={data.data} address={address} onAddress={onAddress} />
          )}
          <Paging total={data.total} page={address.page} size={address.size} onChange={onAddress} />
        </div>
      ) : null}
    </>
  )
}

function Flows({
  kind,
  flows,
  address,
  onAddress,
}: Omit<FlowListProps, 'arrange'> & { flows: readonly Chatflow[] }) {
  if (flows.length === 0) return <NoMatch onClear={() => onAddress({ q: undefined, page: undefined })} />
  if (address.view !== 'table') return <FlowCards kind={kind} flows={flows} />
  return <FlowTable kind={kind} flows={flows} />
}

function NoFlows({ kind }: { kind: FlowListKind }) {
  const { t } = useTranslation('flows')
  return (
    <PageMessage
      icon={kind === 'chatflows' ? IconMessageCircle : IconRoute}
      title={t(`${kind}.empty.title`)}
      text={t(`${kind}.empty.text`)}
    >
      <ShownIf permission={`${kind}:create`}>
        <LinkButton to={newFlowPath(kind)} mt="xs" leftSection={<IconPlus size={16} />}>
          {t(`${kind}.empty.first`)}
        </LinkButton>
      </ShownIf>
    </PageMessage>
  )
}
