import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../session/session-store.ts'
import { MenuButton } from '../ui/menu/menu-button.tsx'
import { initialsOf } from './initials-of.ts'

const loadItems = () => import('./user-menu-items.tsx').then((file) => ({ default: file.UserMenuItems }))
const UserMenuItems = lazy(loadItems)
const VersionDialog = lazy(() =>
  import('./version-dialog.tsx').then((file) => ({ default: file.VersionDialog })),
)

/** The menu of the person: who is signed in, version, language, logout. */
export function UserMenu() {
  const { t } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  const [isVersionOpen, version] = useDisclosure(false)
  const name = user?.name ?? ''
  return (
    <>
      <MenuButton
        onNear={() => void loadItems()}
        renderButton={(props) => (
          <UnstyledButton {...props} className="avatar">
            <span className="visually-hidden">{t('user.menu', { name })}</span>
            <span aria-hidden>{initialsOf(name)}</span>
          </UnstyledButton>
        )}
        renderMenu={(menu) => <UserMenuItems menu={menu} onShowVersion={version.open} />}
      />
      <Suspense>{isVersionOpen ? <VersionDialog onClose={version.close} /> : null}</Suspense>
    </>
  )
}
