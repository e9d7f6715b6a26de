import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../session/session-store.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { MenuButton } from '../ui/menu/menu-button.tsx'
import { initialsOf } from './initials-of.ts'

const loadItems = async () => (await import('./user-menu-items.tsx')).UserMenuItems
const UserMenuItems = lazyPart(loadItems, { onFailed: ({ menu }) => menu.onClose() })
const VersionDialog = lazyPart(async () => (await import('./version-dialog.tsx')).VersionDialog, {
  onFailed: ({ onClose }) => onClose(),
})

/** The menu of the person: who is signed in, version, language, logout. */
export function UserMenu() {
  const { t } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  const [isVersionOpen, version] = useDisclosure(false)
  const name = user?.name ?? ''
  return (
    <>
      <MenuButton
        onNear={() => void loadItems().catch(() => undefined)}
        renderButton={(props) => (
          <UnstyledButton {...props} className="avatar">
            <span className="visually-hidden">{t('user.menu', { name })}</span>
            <span aria-hidden>{initialsOf(name)}</span>
          </UnstyledButton>
        )}
        renderMenu={(menu) => <UserMenuItems menu={menu} onShowVersion={version.open} />}
      />
      {isVersionOpen ? <VersionDialog onClose={version.close} /> : null}
    </>
  )
}
