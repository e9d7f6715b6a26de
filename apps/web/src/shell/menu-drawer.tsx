import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { Sidebar } from './sidebar.tsx'

/** The main menu on narrow screens: closes by Esc, by a click beside it and after a choice. Mount it to open it. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  useFocusReturn(true)
  return (
    <Drawer.Root opened onClose={onClose} size={232} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('menu.label')}>
        <Drawer.Body>
          <Sidebar isCollapsed={false} onChoose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
