import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Sidebar } from './sidebar.tsx'

/** The main menu on narrow screens: slides in, closes by Esc, outside and after a choice. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={232}
      padding={0}
      withCloseButton={false}
      aria-label={t('menu.label')}
    >
      <Sidebar isCollapsed={false} onChoose={onClose} />
    </Drawer>
  )
}
