import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { DocumentStore } from '@runnel/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { queryClient } from '../../../app/query-client.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { DocumentTagsInput } from '../../../ui/permissions/document-tags-input.tsx'
import { Unsaved } from '../../../ui/unsaved.tsx'
import { namedFlows } from '../using-flows.tsx'
import { joinTags } from './join-tags.ts'
import { useJoinedTags } from './use-joined-tags.ts'

const flowTagsQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['flow-document-tags', flowId],
    queryFn: ({ signal }) => api.getFlowDocumentTags({ params: { id: flowId } }, { signal }),
    refetchOnMount: 'always',
  })

/** Says which documents with tags each flow that uses a store may read. */
export function FlowTagsDialog({ store, onClose }: { store: DocumentStore; onClose: () => void }) {
  const { t } = useTranslation('document-stores')
  const flows = namedFlows(store)
  return (
    <Dialog onClose={onClose} closesOutside={false} title={t('access.flowsTitle')}>
      <Stack gap="md">
        <p className="store-note">{t('access.flowsHelp')}</p>
        {flows.length === 0 ? <Text>{t('access.noFlows')}</Text> : null}
        {flows.map((flow) => (
          <FlowTags key={flow.id} flow={flow} store={store} />
        ))}
      </Stack>
    </Dialog>
  )
}

interface FlowTagsProps {
  flow: { id: string; name: string }
  store: DocumentStore
}

function FlowTags({ flow, store }: FlowTagsProps) {
  const { data, error, refetch } = useQuery(flowTagsQuery(flow.id))
  if (data !== undefined) return <FlowTagsForm flow={flow} store={store} saved={data.tags} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Skeleton height={60} />
}

function FlowTagsForm({ flow, store, saved }: FlowTagsProps & { saved: readonly string[] }) {
  const { t } = useTranslation('document-stores')
  const { tags, setTags } = useJoinedTags(saved)
  const isChanged = tags.join() !== saved.join()
  const save = useMutation({
    async mutationFn() {
      // What somebody else saved meanwhile is not known to this page yet.
      const now = await queryClient.fetchQuery({ ...flowTagsQuery(flow.id), staleTime: 0 })
      const body = { tags: joinTags(tags, { before: saved, theirs: now.tags }) }
      return api.setFlowDocumentTags({ params: { id: flow.id }, body })
    },
    onSuccess: async (kept) => {
      queryClient.setQueryData(flowTagsQuery(flow.id).queryKey, kept)
      notify.success(t('access.flowSaved', { name: flow.name }))
      await queryClient.invalidateQueries(flowTagsQuery(flow.id))
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Unsaved isChanged={isChanged} />
      <Group align="end" gap="xs" wrap="nowrap">
        <div className="flow-tags">
          <DocumentTagsInput
            label={flow.name}
            tags={tags}
            known={[...new Set(store.loaders.flatMap((each) => each.tags))].toSorted()}
            onChange={setTags}
            error={save.error ? apiErrorMessage(save.error) : undefined}
          />
        </div>
        <Button
          type="submit"
          variant="default"
          disabled={!isChanged}
          loading={save.isPending}
          aria-label={t('access.saveFlow', { name: flow.name })}
        >
          {t('form.save')}
        </Button>
      </Group>
    </form>
  )
}
