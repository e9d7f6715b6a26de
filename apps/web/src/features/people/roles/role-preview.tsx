import type { ShownBy } from '@runnel/access'
import { countsInOrganization, permissionCatalogue } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../../session/use-viewer.ts'
import { shownMenu } from '../../../shell/menu-entries.ts'
import { permissionWord } from '../../../ui/permissions/grantable-permissions.ts'
import '../people.css'
import { listCarried } from './carried-rights.ts'

/** What somebody with these permissions finds: the entries of their menu, and under each what they may do there. */
export function RolePreview({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation(['people', 'shell', 'permissions'])
  const viewer = useViewer()
  // What stands open to everybody tells nothing of a role.
  const entries = shownMenu({ ...viewer, isGlobal: false, permissions })
    .flatMap((list) => list.entries)
    .filter(({ rule }) => rule.permission !== undefined)
  return (
    <section className="role-preview" aria-live="polite">
      <h3>{t('roles.preview')}</h3>
      {entries.length === 0 ? <p>{t('roles.seesNothing')}</p> : null}
      <ul>
        {entries.map(({ id, icon: Icon, rule }) => {
          const doings = doingsOf(rule.permission, permissions)
          return (
            <li key={id}>
              <Icon size={16} stroke={1.8} aria-hidden />
              {t(`shell:entries.${id}`)}
              {doings.length > 0 ? (
                <small>
                  {doings
                    .map(({ key, value }) =>
                      t(`permissions:permission.${permissionWord(key)}`, { defaultValue: value }),
                    )
                    .join(', ')}
                </small>
              ) : null}
              {doings.some(({ key }) => countsInOrganization(key)) ? (
                <small>{t('roles.everywhere')}</small>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What of a page's permissions is more than looking at it. */
function doingsOf(shownBy: ShownBy | undefined, held: readonly string[]) {
  const [permission] = [shownBy ?? []].flat()
  const resource = permission?.split(':')[0]
  const carried = listCarried(held)
  return Object.values(permissionCatalogue)
    .flat()
    .filter(({ key }) => key.split(':')[0] === resource && carried.includes(key) && !key.endsWith(':view'))
}
