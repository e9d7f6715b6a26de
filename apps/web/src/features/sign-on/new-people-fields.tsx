import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Role } from '@runnel/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { sortWorkspaces } from '../../session/sort-workspaces.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { RoleSelect } from '../../ui/permissions/role-select.tsx'
import { WorkspaceSelect } from '../../ui/workspaces/workspace-select.tsx'
import type { LoginMethodValues } from './login-method-values.ts'

const MOST = 200
const EXAMPLE_DOMAINS = 'example.com, example.org'

const rolesQuery = queryOptions({
  queryKey: ['login-methods', 'roles'],
  queryFn: async ({ signal }): Promise<Role[]> => {
    const organizationId = useSessionStore.getState().user?.activeOrganizationId
    const answer = await api.listRoles(
      { query: { organizationId, page: 1, limit: MOST, sort: 'name' } },
      { signal },
    )
    if (Array.isArray(answer)) return answer
    return 'data' in answer ? answer.data : [answer]
  },
})

function permissionsOf({ permissions }: Role): string[] {
  return JSON.parse(permissions) as string[]
}

/** Whether who is not known gets an account, where, and as what: no more than the person holds, and never the owner's. */
export function NewPeopleFields({ form }: { form: UseFormReturnType<LoginMethodValues> }) {
  // The words of roles are there before the switch is turned on: a form that waits for them would begin anew.
  const { t } = useTranslation(['sign-on', 'permissions'])
  const workspaces = useSessionStore(({ user }) => user?.assignedWorkspaces) ?? []
  const hasMore = useSessionStore(({ user }) => user?.hasMoreWorkspaces) === true
  const own = useSessionStore(({ user }) => user?.activeOrganizationId)
  const { isGlobal, permissions } = useViewer()
  const { data: roles = [] } = useQuery(rolesQuery)
  const givable = roles.filter(
    (role) =>
      role.builtIn !== 'owner' &&
      (isGlobal || permissionsOf(role).every((each) => permissions.includes(each))),
  )
  const choose = { value: '', label: t('choose') }
  const places = sortWorkspaces(workspaces.filter(({ organizationId }) => organizationId === own))
  return (
    <Stack gap="md">
      <Switch
        label={t('autoProvision')}
        description={t('autoProvisionHelp')}
        {...form.getInputProps('autoProvision', { type: 'checkbox' })}
      />
      {form.values.autoProvision ? (
        <>
          {hasMore ? (
            <WorkspaceSelect
              label={t('field.workspaceId')}
              isRequired
              value={form.values.workspaceId || undefined}
              onChoose={({ id }) => form.setFieldValue('workspaceId', id)}
            />
          ) : (
            <NativeSelect
              label={t('field.workspaceId')}
              required
              data={[choose, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
              {...form.getInputProps('workspaceId')}
            />
          )}
          <RoleSelect
            label={t('field.roleId')}
            required
            roles={givable}
            none={t('choose')}
            {...form.getInputProps('roleId')}
            value={form.values.roleId}
          />
          <TextInput
            label={t('field.emailDomains')}
            description={t('help.emailDomains')}
            placeholder={EXAMPLE_DOMAINS}
            {...form.getInputProps('emailDomains')}
          />
        </>
      ) : null}
    </Stack>
  )
}
