import { Menu } from '@mantine/core'
import type { Chatflow } from '@runnel/contract'
import { IconCopy, IconDownload, IconPencil, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonMenu } from '../../ui/menu/button-menu.tsx'
import type { OpenMenu } from '../../ui/menu/menu-button.tsx'
import type { FlowListKind } from './flow-kind.ts'
import { useFlowListRights } from './flow-list-rights.ts'
import { useFlowActions } from './use-flow-actions.ts'

interface FlowMenuItemsProps {
  kind: FlowListKind
  flow: Chatflow
  menu: OpenMenu
  onRename: () => void
  onTemplate: () => void
}

const icon = { size: 16, stroke: 1.8 }

/** The open menu of a flow. */
export function FlowMenuItems({ kind, flow, menu, onRename, onTemplate }: FlowMenuItemsProps) {
  const { t } = useTranslation('flows')
  const { duplicate, exportFile, remove } = useFlowActions()
  const rights = useFlowListRights(kind)
  return (
    <ButtonMenu {...menu} width={190} portalProps={{ target: '#content' }}>
      {rights.rename ? (
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
          {t('menu.rename')}
        </Menu.Item>
      ) : null}
      {rights.duplicate ? (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void duplicate(flow)}>
          {t('menu.duplicate')}
        </Menu.Item>
      ) : null}
      {rights.export ? (
        <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void exportFile(flow)}>
          {t('menu.export')}
        </Menu.Item>
      ) : null}
      {rights.template ? (
        <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={onTemplate}>
          {t('menu.template')}
        </Menu.Item>
      ) : null}
      {rights.delete ? (
        <>
          <Menu.Divider />
          <Menu.Item
            className="menu-danger"
            leftSection={<IconTrash {...icon} />}
            onClick={() => void remove(flow)}
          >
            {t('menu.delete')}
          </Menu.Item>
        </>
      ) : null}
    </ButtonMenu>
  )
}
