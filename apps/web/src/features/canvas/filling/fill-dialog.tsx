import { Tabs } from '@mantine/core'
import type { ShownBy } from '@runnel/access'
import type { FlowType } from '@runnel/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { UpsertHistory } from '../../upserts/upsert-history.tsx'
import { useEditor } from '../session/canvas-session.ts'
import { FillApi } from './fill-api.tsx'
import type { FillKeeper } from './fill-keeper.ts'
import { FillStores } from './fill-stores.tsx'
import './filling.css'

/** By whose right entries of the history of a flow are deleted. */
const deletedBy: Readonly<Record<FlowType, ShownBy>> = {
  CHATFLOW: 'chatflows:create,chatflows:update',
  AGENTFLOW: 'agentflows:create,agentflows:update',
  MULTIAGENT: 'agentflows:create,agentflows:update',
  ASSISTANT: 'assistants:create,assistants:update',
}

interface FillDialogProps {
  flowId: string
  keeper: FillKeeper
  stores: readonly { id: string; name: string }[]
  onClose: () => void
}

/** Fills the vector stores of the flow, tells what was taken in before, and how a program does it. */
export function FillDialog({ flowId, keeper, stores, onClose }: FillDialogProps) {
  const { t } = useTranslation('canvas')
  const type = useEditor(({ head }) => head.type)
  useEffect(() => {
    void keeper.look()
  }, [keeper])
  return (
    <Dialog title={t('fill.title')} size="xl" onClose={onClose}>
      <Tabs defaultValue="fill" keepMounted={false}>
        <Tabs.List aria-label={t('fill.title')}>
          <Tabs.Tab value="fill">{t('fill.tab.fill')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('fill.tab.history')}</Tabs.Tab>
          <Tabs.Tab value="api">{t('fill.tab.api')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fill">
          <FillStores keeper={keeper} stores={stores} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="sm">
          <UpsertHistory ownerId={flowId} deletedBy={deletedBy[type]} hasTitle={false} />
        </Tabs.Panel>
        <Tabs.Panel value="api">
          <FillApi flowId={flowId} stores={stores} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
