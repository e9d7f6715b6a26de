import { Badge, UnstyledButton } from '@mantine/core'
import type { Role } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useViewer } from '../../../session/use-viewer.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { RowButton, RowTable } from '../../../ui/list/row-table.tsx'
import { nameOfRole } from '../../../ui/permissions/name-of-role.ts'
import { useCountText } from '../../../ui/permissions/use-count-text.ts'
import { refreshPeople } from '../people-queries.ts'
import { PlacesDialog } from '../places-dialog.tsx'
import type { RoleWork } from './role-dialog.tsx'
import { permissionsOf } from './role-permissions.ts'

interface RoleTableProps {
  roles: readonly Role[]
  onOpen: (work: RoleWork) => void
}

/** Roles as rows. Built-in ones, and those out of reach by what the server says, can be looked at and copied. */
export function RoleTable({ roles, onOpen }: RoleTableProps) {
  const { t } = useTranslation('people')
  const [shown, setShown] = useState<Role>()
  const countText = useCountText()
  const copyOf = useCopyOf()
  const remove = useDeleteRole()
  return (
    <>
      <RowTable
        label={t('roles.title')}
        minWidth={720}
        rows={roles}
        name={{ head: t('column.role'), cell: (role) => <RoleName role={role} /> }}
        columns={[
          {
            head: t('column.permissions'),
            cell: (role) => countText(permissionsOf(role)),
            staysNarrow: true,
          },
          {
            head: t('column.assigned'),
            cell: (role) => (
              <UnstyledButton className="link-like" onClick={() => setShown(role)}>
                {t('userCount', { count: role.userCount ?? 0 })}
                <span className="visually-hidden"> {nameOfRole(role.name)}</span>
              </UnstyledButton>
            ),
            staysNarrow: true,
          },
        ]}
        actions={(role) => (
          <>
            <RowButton
              does={role.may?.change ? 'change' : 'view'}
              permission="roles:manage"
              label={t(role.may?.change ? 'roles.change' : 'roles.view', { name: nameOfRole(role.name) })}
              onClick={() => onOpen(workOf(role, role.may?.change ? 'change' : 'view'))}
            />
            <RowButton
              does="copy"
              permission="roles:manage"
              label={t('roles.copy', { name: nameOfRole(role.name) })}
              onClick={() => onOpen(copyOf(role, t('roles.copyName', { name: nameOfRole(role.name) })))}
            />
            <RowButton
              does="delete"
              may={role.may?.delete}
              label={t('roles.delete.label', { name: nameOfRole(role.name) })}
              onClick={() => void remove(role)}
            />
          </>
        )}
      />
      {shown ? (
        <PlacesDialog
          title={t('places.ofRole', { name: nameOfRole(shown.name) })}
          of={{ roleId: shown.id }}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </>
  )
}

function workOf(role: Role, kind: RoleWork['kind']): RoleWork {
  const { id, name, description, builtIn, within, revision } = role
  const work = { kind, id, name, description: description ?? '', permissions: permissionsOf(role) }
  if (kind === 'view') return { ...work, builtIn }
  return kind === 'change' ? { ...work, within, revision } : work
}

/** Nobody gives what they do not hold: a copy begins with what the person holds of a role. */
function useCopyOf(): (role: Role, name: string) => RoleWork {
  const { isGlobal, permissions: held } = useViewer()
  return (role, name) => {
    const work = workOf(role, 'new')
    const permissions = isGlobal ? work.permissions : work.permissions.filter((each) => held.includes(each))
    return { ...work, name, permissions }
  }
}

function RoleName({ role: { name, description, builtIn } }: { role: Role }) {
  const { t } = useTranslation(['people', 'permissions'])
  return (
    <>
      <span className="role-name">
        <span>{nameOfRole(name)}</span>
        {builtIn === null ? null : (
          <Badge variant="light" color="gray" size="sm">
            {t('roles.builtIn')}
          </Badge>
        )}
      </span>
      <span className="role-description">
        {builtIn === null ? description : t(`permissions:builtIn.${builtIn}`)}
      </span>
    </>
  )
}

function useDeleteRole(): (role: Role) => Promise<boolean> {
  const { t } = useTranslation('people')
  return ({ id, name }) =>
    deleteRow({
      about: id,
      question: {
        title: t('roles.delete.title', { name }),
        description: t('roles.delete.text'),
        confirmButtonName: t('roles.delete.confirm'),
      },
      remove: () => api.deleteRole({ query: { id } }),
      refresh: refreshPeople,
      done: t('roles.delete.done', { name }),
      failed: (message) => t('roles.delete.failed', { name, message }),
    })
}
