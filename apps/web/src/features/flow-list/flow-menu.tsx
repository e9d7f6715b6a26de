import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Chatflow } from '@runnel/contract'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import type { FlowListKind } from './flow-kind.ts'

const loadItems = () => import('./flow-menu-items.tsx').then((file) => ({ default: file.FlowMenuItems }))
const FlowMenuItems = lazy(loadItems)
const RenameFlowDialog = lazy(() =>
  import('./rename-flow-dialog.tsx').then((file) => ({ default: file.RenameFlowDialog })),
)

/** What can be done with a flow of a list, as far as the person may. */
export function FlowMenu({ kind, flow }: { kind: FlowListKind; flow: Chatflow }) {
  const { t } = useTranslation('flows')
  const [isRenaming, renaming] = useDisclosure(false)
  return (
    <>
      <MenuButton
        onNear={() => void loadItems()}
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
        renderMenu={(menu) => <FlowMenuItems kind={kind} flow={flow} menu={menu} onRename={renaming.open} />}
      />
      <Suspense>{isRenaming ? <RenameFlowDialog flow={flow} onClose={renaming.close} /> : null}</Suspense>
    </>
  )
}
