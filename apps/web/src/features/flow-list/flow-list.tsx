import { IconMessageCircle, IconPlus, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, FlowListAddress } from '../../app/list-address.ts'
import { ShownIf } from '../../session/shown-if.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { EmptyMessage } from '../../ui/list/empty-message.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { FlowCards } from './flow-cards.tsx'
import { type FlowListKind, newFlowPath } from './flow-kind.ts'
import { useFlowListRights } from './flow-list-rights.ts'
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
  onAddress: ChangeAddress<FlowListAddress>
  /** Puts the cards of a flow file apart, where ours would cover each other. */
  arrange: (flowFile: string) => Promise<string>
}

/** A list of flows: search, sort and view stand in the address. */
export function FlowList({ kind, address, onAddress, arrange }: FlowListProps) {
  const { t } = useTranslation('flows')
  const list = useQuery(flowListQuery(kind, address))
  const Flows = address.view === 'table' ? FlowTable : FlowCards
  return (
    <ListPage
      title={t(`${kind}.title`)}
      text={t(`${kind}.text`)}
      list={list}
      address={address}
      onAddress={onAddress}
      view={address.view ?? 'cards'}
      actions={
        <>
          <ImportIfAllowed kind={kind} arrange={arrange} />
          <ShownIf permission={`${kind}:create`}>
            <LinkButton to={newFlowPath(kind)} leftSection={<IconPlus size={16} />}>
              {t(`${kind}.new`)}
            </LinkButton>
          </ShownIf>
        </>
      }
      tools={<FlowListTools kind={kind} address={address} onAddress={onAddress} total={list.data?.total} />}
      empty={<NoFlows kind={kind} />}
    >
      {(flows) => <Flows kind={kind} flows={flows} />}
    </ListPage>
  )
}

function NoFlows({ kind }: { kind: FlowListKind }) {
  const { t } = useTranslation('flows')
  return (
    <EmptyMessage
      permission={`${kind}:create`}
      icon={kind === 'chatflows' ? IconMessageCircle : IconRoute}
      title={t(`${kind}.empty.title`)}
      text={t(`${kind}.empty.text`)}
    >
      <ShownIf permission={`${kind}:create`}>
        <LinkButton to={newFlowPath(kind)} mt="xs" leftSection={<IconPlus size={16} />}>
          {t(`${kind}.empty.first`)}
        </LinkButton>
      </ShownIf>
      <ShownIf permission={`${kind}:create`}>
        <ShownIf permission="templates:marketplace">
          <LinkButton to="/marketplaces" search={{ kind }} variant="default">
            {t('fromTemplate')}
          </LinkButton>
        </ShownIf>
      </ShownIf>
    </EmptyMessage>
  )
}

/** Stands by itself: a list that is drawn anew when the session ends would ask for its rows once more. */
function ImportIfAllowed({ kind, arrange }: Pick<FlowListProps, 'kind' | 'arrange'>) {
  const rights = useFlowListRights(kind)
  return rights.import ? <ImportFlowButton kind={kind} arrange={arrange} /> : null
}
