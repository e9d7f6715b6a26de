import { useTranslation } from 'react-i18next'
import { listOrganizations } from '../session/organizations.ts'
import { useSessionStore } from '../session/session-store.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PlaceSwitcher } from './place-switcher.tsx'
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
  return (
    <PlaceSwitcher
      label={t('organization')}
      name={name}
      hasChoice={organizations.length > 1}
      onNear={() => void loadItems().catch(() => undefined)}
      renderMenu={(menu) => <OrganizationItems menu={menu} />}
    />
  )
}
