import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import './people.css'
import { placesOfQuery } from './people-queries.ts'

interface PlacesDialogProps {
  title: string
  of: { userId: string } | { roleId: string }
  onClose: () => void
}

/** In which workspaces a person is with which role, or who has a role where. */
export function PlacesDialog({ title, of, onClose }: PlacesDialogProps) {
  const { t } = useTranslation('people')
  const { data, error, refetch } = useQuery(placesOfQuery(of))
  const rest = data === undefined ? 0 : data.total - data.data.length
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={80} /> : null}
      {data?.total === 0 ? <Text c="dimmed">{t('places.none')}</Text> : null}
      {'userId' in of ? (
        <ShownIf permission="workspace:add-user">
          <LinkButton to="/workspaces" variant="default" mb="xs" onClick={onClose}>
            {t('places.give')}
          </LinkButton>
        </ShownIf>
      ) : null}
      <ul className="place-list">
        {data?.data.map(({ user, workspace, role }) => (
          <li key={`${workspace.id} ${user.id}`}>
            <span>{'roleId' in of ? user.name || user.email : workspace.name}</span>
            <span className="person-note">{'roleId' in of ? workspace.name : role.name}</span>
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
