import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { listOrganizations } from '../session/organizations.ts'
import { useSessionStore } from '../session/session-store.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PlaceSwitcher } from './place-switcher.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

const loadItems = async () => (await import('./organization-items.tsx')).OrganizationItems
const OrganizationItems = lazyPart(loadItems, { onFailed: ({ menu }) => menu.onClose() })
const NewOrganizationDialog = lazyPart(
  async () => (await import('../ui/workspaces/new-organization-dialog.tsx')).NewOrganizationDialog,
  { onFailed: ({ onClose }) => onClose() },
)

/** Where the person is, if that takes two names: the organisation and its workspace, each with the choice of another where there is one. */
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
  const [isMaking, making] = useDisclosure(false)
  const organizations = listOrganizations(user)
  const name = organizations.find(({ id }) => id === user?.activeOrganizationId)?.name
  if (name === undefined) return null
  return (
    <>
      <PlaceSwitcher
        label={t('organization')}
        name={name}
        hasChoice={organizations.length > 1 || user?.mayMakeOrganization === true}
        onNear={() => void loadItems().catch(() => undefined)}
        renderMenu={(menu) => <OrganizationItems menu={menu} onMake={making.open} />}
      />
      {isMaking ? <NewOrganizationDialog onClose={making.close} /> : null}
    </>
  )
}
