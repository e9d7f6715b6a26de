import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Chatflow } from '@runnel/contract'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import type { FlowListKind } from './flow-kind.ts'
import { useFlowListRights } from './flow-list-rights.ts'

const loadItems = async () => (await import('./flow-menu-items.tsx')).FlowMenuItems
const FlowMenuItems = lazyPart(loadItems, { onFailed: ({ menu }) => menu.onClose() })
const RenameFlowDialog = lazyPart(async () => (await import('./rename-flow-dialog.tsx')).RenameFlowDialog, {
  onFailed: ({ onClose }) => onClose(),
})
const SaveTemplateDialog = lazyPart(
  async () => (await import('../save-template/save-template-dialog.tsx')).SaveTemplateDialog,
  { onFailed: ({ onClose }) => onClose() },
)

/** What can be done with a flow of a list, as far as the person may; no button where that is nothing. */
export function FlowMenu({ kind, flow }: { kind: FlowListKind; flow: Chatflow }) {
  const { t } = useTranslation('flows')
  const [isRenaming, renaming] = useDisclosure(false)
  const [isSaving, saving] = useDisclosure(false)
  const { import: _asksForNoFlow, ...rights } = useFlowListRights(kind)
  if (!Object.values(rights).includes(true)) return null
  return (
    <>
      <MenuButton
        onNear={() => void loadItems().catch(() => undefined)}
        renderButton={(props) => (
          <ActionIcon
            {...props}
            variant="subtle"
            color="gray"
            aria-label={t('menu.label', { name: flow.name })}
          >
            <IconDots size={18} stroke={1.8} />
          </ActionIcon>
        )}
        renderMenu={(menu) => (
          <FlowMenuItems
            kind={kind}
            flow={flow}
            menu={menu}
            onRename={renaming.open}
            onTemplate={saving.open}
          />
        )}
      />
      {isSaving ? <SaveTemplateDialog flowId={flow.id} flowName={flow.name} onClose={saving.close} /> : null}
      {isRenaming ? <RenameFlowDialog flow={flow} onClose={renaming.close} /> : null}
    </>
  )
}
