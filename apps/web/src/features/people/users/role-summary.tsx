import type { OrganizationUser } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { nameOfRole } from '../../../ui/permissions/name-of-role.ts'

type Roles = Pick<OrganizationUser, 'roles' | 'roleCount'>

/** What somebody is where, in a line: the roles that they have most, and in how many workspaces they have others. */
export function RoleSummary({ roles = [], roleCount }: Roles) {
  const { t } = useTranslation('people')
  if (roles.length === 0) return t('workspaceCount', { count: roleCount })
  const rest = roleCount - roles.reduce((sum, { workspaceCount }) => sum + workspaceCount, 0)
  const told = roles.map(({ id, name, workspaceCount, workspaceName }) => (
    <span key={id}>
      {workspaceName === null
        ? t('roleIn', { role: nameOfRole(name), count: workspaceCount })
        : t('roleInOne', { role: nameOfRole(name), workspace: workspaceName })}
    </span>
  ))
  return (
    <span className="role-summary">
      {told}
      {rest > 0 ? <span>{t('otherRoles', { count: rest })}</span> : null}
    </span>
  )
}
