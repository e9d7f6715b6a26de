import { Alert } from '@mantine/core'
import type { ErasingWorkspace } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../../session/use-viewer.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { erasingWorkspacesQuery } from '../people-queries.ts'
import { tellContents } from './tell-deletion.ts'

/** The deleted workspaces of which something is still being erased, for administrators; nothing where there are none. */
export function ErasingWorkspaces() {
  const { t } = useTranslation('people')
  const { isGlobal } = useViewer()
  const { data: erasing = [] } = useQuery({ ...erasingWorkspacesQuery, enabled: isGlobal })
  if (erasing.length === 0) return null
  return (
    <Alert
      color="orange"
      mb="md"
      title={t('workspaces.erasing.title', { count: erasing.length })}
      role="status"
    >
      <ul className="erasing">
        {erasing.map((each) => (
          <Erasing key={each.id} workspace={each} />
        ))}
      </ul>
    </Alert>
  )
}

function Erasing({ workspace: { name, deletedDate, contents } }: { workspace: ErasingWorkspace }) {
  const { t } = useTranslation('people')
  const left = tellContents(t, contents)
  return (
    <li>
      <strong>{name}</strong> · {t('workspaces.erasing.deleted')} <RelativeTime time={deletedDate} /> ·{' '}
      {left.length === 0
        ? t('workspaces.erasing.almost')
        : t('workspaces.erasing.left', { things: left.join(', ') })}
    </li>
  )
}
