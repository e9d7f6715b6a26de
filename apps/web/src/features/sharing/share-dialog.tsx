import { Button, Skeleton, Stack, Switch, Table, Text, TextInput } from '@mantine/core'
import type { Share, SharedItemType } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../../session/session-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { WorkspaceSelect } from '../../ui/workspaces/workspace-select.tsx'
import { changeShares } from './change-shares.ts'
import { listReceivers, type Receiver } from './list-receivers.ts'
import { sharesQuery } from './sharing-queries.ts'

interface ShareDialogProps {
  item: { id: string; name: string; kind: SharedItemType }
  onClose: () => void
}

/** With which other workspaces something of this one is shared. */
export function ShareDialog({ item, onClose }: ShareDialogProps) {
  const { t } = useTranslation('sharing')
  const { data, error, refetch } = useQuery(sharesQuery(item.id))
  return (
    <Dialog title={t(`title.${item.kind}`)} onClose={onClose} closesOutside={false}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data ? <ShareForm item={item} shares={data} onClose={onClose} /> : null}
    </Dialog>
  )
}

function ShareForm({ item, shares, onClose }: ShareDialogProps & { shares: readonly Share[] }) {
  const { t } = useTranslation('sharing')
  const user = useSessionStore((state) => state.user)
  // The shares may be read anew meanwhile: what was chosen is compared with those that the person saw.
  const [first] = useState(() => shares.map(({ workspaceId }) => workspaceId))
  const [chosen, setChosen] = useState(first)
  const [added, setAdded] = useState<Receiver[]>([])
  const told = user ? listReceivers(user, shares) : []
  const receivers = [...told, ...added.filter(({ id }) => !told.some((each) => each.id === id))]
  const isChanged = chosen.toSorted().join() !== first.toSorted().join()
  const save = useMutation({
    mutationFn: () => changeShares({ item, first, chosen }),
    onSuccess: () => {
      notify.success(t('done', { name: item.name }))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Unsaved isChanged={isChanged} />
      <Stack gap="md">
        <TextInput label={t('name')} value={item.name} readOnly />
        {receivers.length === 0 ? (
          <Text c="dimmed">{t('none')}</Text>
        ) : (
          <>
            <Text c="dimmed">{t(`text.${item.kind}`)}</Text>
            <ReceiverTable receivers={receivers} chosen={chosen} onChange={setChosen} />
            {user?.hasMoreWorkspaces ? (
              <WorkspaceSelect
                label={t('another')}
                value={undefined}
                without={[user.activeWorkspaceId, ...chosen]}
                onChoose={(found) => {
                  setAdded((before) => [...before.filter(({ id }) => id !== found.id), found])
                  setChosen((before) => [...before, found.id])
                }}
              />
            ) : null}
          </>
        )}
        <FailureNote error={save.error} />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            {t('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

interface ReceiverTableProps {
  receivers: readonly { id: string; name: string }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function ReceiverTable({ receivers, chosen, onChange }: ReceiverTableProps) {
  const { t } = useTranslation('sharing')
  return (
    <Table.ScrollContainer minWidth={0} mah="50vh" type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column.workspace')}</Table.Th>
            <Table.Th w={90}>{t('column.shared')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {receivers.map(({ id, name }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              <Table.Td>
                <Switch
                  aria-label={t('switch', { name })}
                  checked={chosen.includes(id)}
                  onChange={({ currentTarget }) =>
                    onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                  }
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
