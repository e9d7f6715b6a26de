import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, UsedListAddress } from '../../app/list-address.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { UsedListPage } from '../../ui/list/used-list-page.tsx'
import { serverListQuery } from './server-queries.ts'
import { ServerTable } from './server-table.tsx'

const ServerDialog = lazyPart(async () => (await import('./server-dialog.tsx')).ServerDialog, {
  onFailed: ({ onClose }) => onClose(),
})

interface ServerListProps {
  address: UsedListAddress
  onAddress: ChangeAddress<UsedListAddress>
}

/** The MCP servers of the workspace: add, connect, change, look at their tools, delete, and which flows use them. */
export function ServerList({ address, onAddress }: ServerListProps) {
  const { t } = useTranslation('mcp-servers')
  const [open, setOpen] = useState<{ id?: string }>()
  return (
    <>
      <UsedListPage
        title={t('title')}
        text={t('text')}
        icon={IconPlugConnected}
        texts={{
          new: t('new'),
          emptyTitle: t('empty.title'),
          emptyText: t('empty.text'),
          first: t('empty.first'),
        }}
        permission="tools:create"
        onNew={() => setOpen({})}
        list={useQuery(serverListQuery(address))}
        address={address}
        onAddress={onAddress}
      >
        {(servers) => <ServerTable servers={servers} onOpen={(id) => setOpen({ id })} />}
      </UsedListPage>
      {open ? <ServerDialog {...open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
