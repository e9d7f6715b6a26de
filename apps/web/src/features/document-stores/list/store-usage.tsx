import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { DocumentStore } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import '../../../ui/usage/usage.css'
import { storeQuery } from '../store-queries.ts'
import { UsingFlows } from '../using-flows.tsx'

/** How many flows use a store; a click names them, which a list of stores does not. */
export function StoreUsage({ store }: { store: DocumentStore }) {
  const { t } = useTranslation('usage')
  const [isOpen, dialog] = useDisclosure(false)
  const { name, whereUsed } = store
  const count = whereUsed.length
  if (count === 0) {
    return (
      <span className="unused">
        <span className="narrow-only-word">{t('column')} </span>
        {t('none')}
      </span>
    )
  }
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className="usage-button"
        aria-label={t('uses', { count, name })}
        onClick={dialog.open}
      >
        {t('flows', { count })}
      </Button>
      {isOpen ? (
        <Dialog title={t('title', { name })} onClose={dialog.close}>
          <FlowsOf storeId={store.id} />
        </Dialog>
      ) : null}
    </>
  )
}

function FlowsOf({ storeId }: { storeId: string }) {
  const { data, error, refetch } = useQuery(storeQuery(storeId))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={60} />
  return <UsingFlows store={data} />
}
