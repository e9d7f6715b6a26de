import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Chatflow } from '@runnel/contract'
import { IconCopy, IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import type { FlowListKind } from './flow-kind.ts'
import { useFlowActions } from './use-flow-actions.ts'

const RenameFlowDialog = lazy(() =>
  import('./rename-flow-dialog.tsx').then((file) => ({ default: file.RenameFlowDialog })),
)

const icon = { size: 16, stroke: 1.8 }

/** What can be done with a flow of a list, as far as the person may. */
export function FlowMenu({ kind, flow }: { kind: FlowListKind; flow: Chatflow }) {
  const { t } = useTranslation('flows')
  const [isRenaming, renaming] = useDisclosure(false)
  const { duplicate, exportFile, remove } = useFlowActions()
  return (
    <>
      <Menu position="bottom-end" width={190} portalProps={{ target: '#content' }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('menu.label', { name: flow.name })}>
            <IconDots size={18} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ShownIf permission={`${kind}:update`}>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={renaming.open}>
              {t('menu.rename')}
            </Menu.Item>
          </ShownIf>
          <ShownIf permission={`${kind}:duplicate`}>
            <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void duplicate(flow)}>
              {t('menu.duplicate')}
            </Menu.Item>
          </ShownIf>
          <ShownIf permission={`${kind}:export`}>
            <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void exportFile(flow)}>
              {t('menu.export')}
            </Menu.Item>
          </ShownIf>
          <ShownIf permission={`${kind}:delete`}>
            <Menu.Divider />
            <Menu.Item
              className="menu-danger"
              leftSection={<IconTrash {...icon} />}
              onClick={() => void remove(flow)}
            >
              {t('menu.delete')}
            </Menu.Item>
          </ShownIf>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isRenaming ? <RenameFlowDialog flow={flow} onClose={renaming.close} /> : null}</Suspense>
    </>
  )
}
