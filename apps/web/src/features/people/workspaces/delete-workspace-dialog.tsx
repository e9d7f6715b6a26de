import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { Workspace } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { startAnew } from '../../../session/start-anew.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { CancelButton } from '../../../ui/unsaved.tsx'
import { freshWorkspaceQuery, refreshPeople, refreshSelf } from '../people-queries.ts'
import { tellContents, tellPeople } from './tell-deletion.ts'

interface DeleteWorkspaceDialogProps {
  workspace: Workspace
  onClose: () => void
}

/** Deletes a workspace: says what goes with it and what comes of its people, and asks for its name. */
export function DeleteWorkspaceDialog({ workspace: { id, name }, onClose }: DeleteWorkspaceDialogProps) {
  const { t } = useTranslation('people')
  const [typed, setTyped] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.deleteWorkspace({ params: { id } }),
    onSuccess: async () => {
      notify.success(t('workspaces.delete.done', { name }), id)
      onClose()
      await refreshAfter(id)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isTyped = typed.trim() === name
    setIsMissing(!isTyped)
    if (isTyped) remove.mutate()
  }
  return (
    <Dialog title={t('workspaces.delete.title', { name })} {...(!remove.isPending && { onClose })}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <FailureNote error={remove.error} />
          <WhatIsLost workspaceId={id} isThere={!remove.isPending && !remove.isSuccess} />
          <TextInput
            label={t('workspaces.delete.typeName', { name })}
            value={typed}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            disabled={remove.isPending}
            error={isMissing ? t('workspaces.delete.nameOdd', { name }) : undefined}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setIsMissing(false)
            }}
          />
          <p className="visually-hidden" role="status">
            {remove.isPending ? t('workspaces.delete.running') : ''}
          </p>
          <DialogFoot>
            <CancelButton />
            <Button type="submit" color="red" loading={remove.isPending}>
              {t('workspaces.delete.confirm')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Who deleted the workspace of the page begins anew in another. */
async function refreshAfter(id: string): Promise<void> {
  if (useSessionStore.getState().shownWorkspaceId !== id) {
    await Promise.all([refreshPeople(), refreshSelf()])
    return
  }
  startAnew(await api.getSession({}))
}

/** `isThere`: what is being deleted is not asked about any more. */
function WhatIsLost({ workspaceId, isThere }: { workspaceId: string; isThere: boolean }) {
  const { t } = useTranslation('people')
  const { data, error, refetch } = useQuery({ ...freshWorkspaceQuery(workspaceId), enabled: isThere })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={140} />
  const contents = tellContents(t, data.contents)
  return (
    <div className="deletion">
      <Text>{t('workspaces.delete.text')}</Text>
      {contents.length > 0 ? (
        <ul>
          {contents.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      ) : (
        <Text c="dimmed">{t('workspaces.delete.holdsNothing')}</Text>
      )}
      {tellPeople(t, data).map((each) => (
        <Text key={each}>{each}</Text>
      ))}
      <Text>
        {t('workspaces.delete.slices')} {t('workspaces.delete.end')}
      </Text>
    </div>
  )
}
