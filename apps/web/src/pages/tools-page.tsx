import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ToolList } from '../features/custom-tools/tool-list.tsx'
import { ServerList } from '../features/mcp-servers/server-list.tsx'

/** The tools of the workspace: those that run its own code, and the MCP servers that bring others. */
export function ToolsPage() {
  const { t } = useTranslation('mcp-servers')
  const address = useSearch({ from: '/shell/tools' })
  const navigate = useNavigate({ from: '/tools' })
  const list = {
    address,
    onAddress: (change: object) => void navigate({ search: { ...address, ...change }, replace: true }),
  }
  const choose = (tab: string | null) => void navigate({ search: tab === 'servers' ? { tab } : {} })
  const tab = address.tab ?? 'tools'
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <Tabs.List mb="lg" aria-label={t('tabs.label')}>
        <Tabs.Tab value="tools">{t('tabs.tools')}</Tabs.Tab>
        <Tabs.Tab value="servers">{t('tabs.servers')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab}>
        {tab === 'servers' ? <ServerList {...list} /> : <ToolList {...list} />}
      </Tabs.Panel>
    </Tabs>
  )
}
