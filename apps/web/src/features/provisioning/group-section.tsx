import { ActionIcon, Button, Skeleton, Text, Title } from '@mantine/core'
import type { ProvisionedGroup } from '@runnel/contract'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowTable } from '../../ui/list/row-table.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { nameOfRole } from '../../ui/permissions/name-of-role.ts'
import { GroupPlacesDialog } from './group-places-dialog.tsx'
import { GROUPS_AT_ONCE, provisionedGroupsQuery } from './provisioning-queries.ts'

/** As many as the server gives at once. */
const MOST_GROUPS = 200

/** The groups of the provider, and what they give. */
export function GroupSection({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation('provisioning')
  const [search, setSearch] = useState<string>()
  const [limit, setLimit] = useState(GROUPS_AT_ONCE)
  const { data, error, refetch } = useQuery(provisionedGroupsQuery({ search, limit }))
  return (
    <div className="provisioning-part">
      <Title order={3}>{t('groups.title')}</Title>
      <Text size="sm" c="dimmed">
        {t('groups.text')}
      </Text>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data && (data.total > 0 || search !== undefined) ? (
        <search className="provisioning-search">
          <SearchField label={t('groups.search')} value={search} onSearch={setSearch} />
        </search>
      ) : null}
      {data ? <FoundGroups groups={data.data} isSearch={search !== undefined} mayChange={mayChange} /> : null}
      {data && data.total > data.data.length && limit < MOST_GROUPS ? (
        <Button
          variant="default"
          className="provisioning-more"
          onClick={() => setLimit(limit + GROUPS_AT_ONCE)}
        >
          {t('groups.more')}
        </Button>
      ) : null}
    </div>
  )
}

interface FoundGroupsProps {
  groups: readonly ProvisionedGroup[]
  isSearch: boolean
  mayChange: boolean
}

function FoundGroups({ groups, isSearch, mayChange }: FoundGroupsProps) {
  const { t } = useTranslation('provisioning')
  if (groups.length > 0) return <GroupTable groups={groups} mayChange={mayChange} />
  return <Text>{t(isSearch ? 'groups.noMatch' : 'groups.empty')}</Text>
}

function GroupTable({ groups, mayChange }: { groups: readonly ProvisionedGroup[]; mayChange: boolean }) {
  const { t } = useTranslation('provisioning')
  const [changing, setChanging] = useState<ProvisionedGroup>()
  return (
    <>
      <RowTable
        label={t('groups.title')}
        minWidth={520}
        rows={groups}
        name={{
          head: t('groups.name'),
          cell: ({ displayName }) => <span className="row-name">{displayName}</span>,
        }}
        columns={[
          {
            head: t('groups.members'),
            cell: ({ memberCount }) => memberCount,
            staysNarrow: true,
            isNamedBelow: true,
          },
          {
            head: t('groups.places'),
            cell: (group) => <GroupPlaces group={group} />,
            staysNarrow: true,
            isNamedBelow: true,
          },
        ]}
        {...(mayChange && {
          actions: (group: ProvisionedGroup) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('groups.change', { name: group.displayName })}
              onClick={() => setChanging(group)}
            >
              <IconPencil size={17} stroke={1.8} />
            </ActionIcon>
          ),
        })}
      />
      {changing ? <GroupPlacesDialog group={changing} onClose={() => setChanging(undefined)} /> : null}
    </>
  )
}

/** In which workspaces its members are, and as what. */
function GroupPlaces({ group: { places } }: { group: ProvisionedGroup }) {
  const { t } = useTranslation('provisioning')
  if (places.length === 0) return t('groups.nothing')
  return places.map(({ workspaceId, workspaceName, roleName }) => (
    <span key={workspaceId} className="row-more">
      {t('groups.place', { workspace: workspaceName, role: nameOfRole(roleName) })}
    </span>
  ))
}
