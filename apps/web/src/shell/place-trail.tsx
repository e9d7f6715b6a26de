import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listOrganizations } from '../session/organizations.ts'
import { useSessionStore } from '../session/session-store.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { MenuButton } from '../ui/menu/menu-button.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

const loadItems = async () => (await import('./organization-items.tsx')).OrganizationItems
const OrganizationItems = lazyPart(loadItems, { onFailed: ({ menu }) => menu.onClose() })

/** Where the person is, in the cloud: the organisation and its workspace, each with the choice of another where there is one. */
export function PlaceTrail() {
  const { t } = useTranslation('shell')
  return (
    <nav className="place-trail" aria-label={t('place')}>
      <ol>
        <li>
          <OrganizationSwitcher />
        </li>
        <li>
          <WorkspaceSwitcher />
        </li>
      </ol>
    </nav>
  )
}

function OrganizationSwitcher() {
  const { t } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  const organizations = listOrganizations(user)
  const name = organizations.find(({ id }) => id === user?.activeOrganizationId)?.name
  if (name === undefined) return null
  if (organizations.length < 2)
    return (
      <p className="workspace-name" title={name}>
        <span className="visually-hidden">{t('organization')}: </span>
        {name}
      </p>
    )
  return (
    <MenuButton
      onNear={() => void loadItems().catch(() => undefined)}
      renderButton={(props) => (
        <UnstyledButton {...props} className="workspace-switcher" title={name}>
          <span className="visually-hidden">{t('organization')}: </span>
          <span className="workspace-name">{name}</span>
          <IconChevronDown size={15} stroke={1.8} aria-hidden />
        </UnstyledButton>
      )}
      renderMenu={(menu) => <OrganizationItems menu={menu} />}
    />
  )
}
