import { Skeleton, Text } from '@mantine/core'
import type { WorkspaceUser } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import './people.css'
import { nameOfRole } from '../../ui/permissions/name-of-role.ts'
import { placesOfQuery, SHOWN_PLACES } from './people-queries.ts'

interface PlacesDialogProps {
  title: string
  of: { userId: string } | { roleId: string }
  onClose: () => void
  /** What can be done with a place, by who looks at it. */
  actions?: (place: WorkspaceUser) => ReactNode
  /** Stands above the list. */
  children?: ReactNode
}

/** In which workspaces a person is with which role, or who has a role where; a search where there are more than it shows. */
export function PlacesDialog({ title, of, onClose, actions, children }: PlacesDialogProps) {
  const { t } = useTranslation(['people', 'ui'])
  const { search, setSearch, hasSearch, list } = usePlaces(of)
  const { data, error, refetch } = list
  const isOfRole = 'roleId' in of
  const rest = data === undefined ? 0 : data.total - data.data.length
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {hasSearch ? (
        <SearchField
          label={t(isOfRole ? 'search' : 'ui:search.byName')}
          value={search}
          onSearch={setSearch}
        />
      ) : null}
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={80} /> : null}
      {data?.total === 0 ? <Text c="dimmed">{t(emptyKeyOf(isOfRole, search))}</Text> : null}
      <ul className="place-list">
        {data?.data.map((place) => (
          <li key={`${place.workspace.id} ${place.user.id}`}>
            <span>{isOfRole ? place.user.name || place.user.email : place.workspace.name}</span>
            <span className="person-note">
              {isOfRole ? place.workspace.name : nameOfRole(place.role.name)}
            </span>
            {actions ? <span className="place-actions">{actions(place)}</span> : null}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Text c="dimmed" mt="xs">
          {t('places.more', { count: rest })}
        </Text>
      ) : null}
    </Dialog>
  )
}

/** What is said where nothing is listed. */
function emptyKeyOf(isOfRole: boolean, search: string | undefined) {
  if (search !== undefined) return 'places.noMatch'
  return isOfRole ? 'places.nobody' : 'places.none'
}

/** The places, and those among them that are looked for, where there are more than are shown. */
function usePlaces(of: PlacesDialogProps['of']) {
  const [search, setSearch] = useState<string>()
  const all = useQuery(placesOfQuery(of))
  const found = useQuery({ ...placesOfQuery(of, search), enabled: search !== undefined })
  const hasSearch = (all.data?.total ?? 0) > SHOWN_PLACES
  return { search, setSearch, hasSearch, list: search === undefined ? all : found }
}
