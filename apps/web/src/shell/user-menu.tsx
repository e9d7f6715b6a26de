import { Menu, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconInfoCircle, IconLogout } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages, storeLanguage } from '../i18n/languages.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { initialsOf } from './initials-of.ts'

const VersionDialog = lazy(() =>
  import('./version-dialog.tsx').then((file) => ({ default: file.VersionDialog })),
)

/** The menu of the person: who is signed in, version, language, logout. */
export function UserMenu() {
  const { t, i18n } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  const signOut = useSignOut()
  const [isVersionOpen, version] = useDisclosure(false)
  const name = user?.name ?? ''
  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className="avatar">
            <span className="visually-hidden">{t('user.menu', { name })}</span>
            <span aria-hidden>{initialsOf(name)}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className="user-card">
            <strong>{name}</strong>
            <span>{user?.email}</span>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconInfoCircle size={16} stroke={1.8} />} onClick={version.open}>
            {t('user.version')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('user.language')}</Menu.Label>
          {(Object.keys(languages) as Language[]).map((language) => (
            <Menu.Item
              key={language}
              lang={language}
              aria-current={i18n.language === language}
              leftSection={
                i18n.language === language ? <IconCheck size={16} /> : <span className="menu-space" />
              }
              onClick={() => {
                storeLanguage(localStorage, language)
                void i18n.changeLanguage(language)
              }}
            >
              {languages[language]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.8} />} onClick={() => void signOut()}>
            {t('user.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isVersionOpen ? <VersionDialog onClose={version.close} /> : null}</Suspense>
    </>
  )
}
