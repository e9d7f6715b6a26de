import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { FoundTools } from './found-tools.tsx'
import { ServerForm } from './server-form.tsx'
import { serverQuery } from './server-queries.ts'

interface ServerDialogProps {
  /** Of a server that is changed; a new one has none. */
  id?: string
  onClose: () => void
}

/** Adds a server and connects it, or changes one and shows its tools. */
export function ServerDialog({ id, onClose }: ServerDialogProps) {
  const { t } = useTranslation('mcp-servers')
  const found = useQuery({ ...serverQuery(id ?? ''), enabled: id !== undefined })
  const isNew = id === undefined
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      size="lg"
      title={isNew ? t('form.newTitle') : t('form.changeTitle')}
    >
      {found.error ? <LoadFailure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {isNew || found.data ? (
        <ServerForm key={found.data?.server.id} server={found.data?.server} onClose={onClose} />
      ) : found.error ? null : (
        <PageLoading />
      )}
      {found.data ? <FoundTools tools={found.data.tools} /> : null}
    </Dialog>
  )
}
