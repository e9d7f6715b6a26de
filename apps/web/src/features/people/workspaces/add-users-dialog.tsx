import { Button, Stack } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { RoleSelect } from '../../../ui/permissions/role-select.tsx'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import type { ToldOutcome } from '../outcome-list.tsx'
import { placeId, refreshPeople, refreshSelf } from '../people-queries.ts'
import { useGivableRoles } from '../use-givable-roles.ts'
import { type Addition, addTogether, type Candidate } from './add-together.ts'
import { OutcomesDialog } from './outcomes-dialog.tsx'
import { PeopleSelect } from './people-select.tsx'

interface AddUsersDialogProps {
  workspaceId: string
  /** What the person holds there: no role of more is given. */
  held: readonly string[]
  onClose: () => void
}

/** Adds people of the organisation to a workspace, all with one role, and says of whom it was refused. */
export function AddUsersDialog({ workspaceId, held, onClose }: AddUsersDialogProps) {
  const { t } = useTranslation('people')
  const [people, setPeople] = useState<readonly Candidate[]>([])
  const [roleId, setRoleId] = useState<string>()
  const [additions, setAdditions] = useState<Addition[]>()
  const roles = useGivableRoles(held)
  const chosen = roleId ?? roles?.find(({ builtIn }) => builtIn === 'viewer')?.id ?? roles?.[0]?.id
  const add = useMutation({
    mutationFn: (role: string) => addTogether({ workspaceId, roleId: role, candidates: people }),
    onSuccess: async (outcomes) => {
      const [first] = outcomes
      if (outcomes.some(({ error }) => error !== undefined)) setAdditions(outcomes)
      else {
        if (first && outcomes.length === 1)
          notify.success(
            t('places.added', { name: first.candidate.name }),
            placeId({ workspaceId, userId: first.candidate.userId }),
          )
        else notify.success(t('places.addedSeveral', { count: outcomes.length }))
        onClose()
      }
      await Promise.all([refreshPeople(), refreshSelf()])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (people.length > 0 && chosen !== undefined) add.mutate(chosen)
  }
  if (additions) return <AdditionsDialog additions={additions} onClose={onClose} />
  return (
    <Dialog title={t('places.add')} onClose={onClose} closesOutside={false}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Unsaved isChanged={people.length > 0 || roleId !== undefined} />
          <FailureNote error={add.error} />
          <PeopleSelect people={people} onChange={setPeople} />
          <RoleSelect
            label={t('column.role')}
            roles={roles ?? []}
            value={chosen ?? ''}
            onChange={({ currentTarget }) => setRoleId(currentTarget.value)}
          />
          <DialogFoot>
            <CancelButton />
            <Button
              type="submit"
              loading={add.isPending}
              disabled={people.length === 0 || chosen === undefined}
            >
              {people.length > 1 ? t('places.addSeveral', { count: people.length }) : t('places.add')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

interface AdditionsDialogProps {
  additions: readonly Addition[]
  onClose: () => void
}

/** Who is in the workspace now, and who was not added and why: those first. */
function AdditionsDialog({ additions, onClose }: AdditionsDialogProps) {
  const { t } = useTranslation('people')
  const added = additions.filter(({ error }) => error === undefined)
  const refused = additions.filter(({ error }) => error !== undefined)
  const tell = ({ candidate: { userId: id, name }, error }: Addition): ToldOutcome => {
    if (error === undefined) return { id, name, kind: 'good', text: t('invite.outcome.added') }
    const status = isApiError(error) ? error.status : 0
    if (status === 409) return { id, name, kind: 'plain', text: t('invite.outcome.present') }
    return { id, name, kind: 'bad', text: status === 404 ? t('places.notFound') : apiErrorMessage(error) }
  }
  return (
    <OutcomesDialog
      title={t('places.partTitle')}
      summary={t('places.part', { count: added.length, total: additions.length })}
      outcomes={[...refused, ...added].map(tell)}
      onClose={onClose}
    />
  )
}
