import { Button, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Invitation, type InvitationPlaces, type InvitationResult, MOST_INVITED } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { queryClient } from '../../../app/query-client.ts'
import { sendsMailQuery } from '../../../session/platform.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { sortWorkspaces } from '../../../session/sort-workspaces.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import '../people.css'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RoleSelect } from '../../../ui/permissions/role-select.tsx'
import { invitationPlacesQuery, refreshPeople } from '../people-queries.ts'
import { InvitationLink } from './invitation-link.tsx'
import { InvitationResults } from './invitation-results.tsx'
import { isOpenList, looksLikeAddress, readAddresses } from './read-addresses.ts'
import { useShowsLinks } from './use-shows-links.ts'

interface InviteDialogProps {
  /** Into which workspace unless another is chosen; without it the active one. */
  workspaceId?: string
  onClose: () => void
}

/** Invites one or several people by e-mail into a workspace, with a role; without mail links are shown, once, where they may be. */
export function InviteDialog({ workspaceId, onClose }: InviteDialogProps) {
  const { t } = useTranslation('people')
  const [made, setMade] = useState<Invitation>()
  const [results, setResults] = useState<InvitationResult[]>()
  const link = made?.inviteLink
  if (results)
    return (
      <Dialog title={t('invite.resultsTitle')} onClose={onClose} closesOutside={false} size="lg">
        <InvitationResults results={results} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      title={made && link ? t('invite.linkTitle', { email: made.user.email }) : t('invite.title')}
      onClose={onClose}
      closesOutside={false}
      size={link ? 'lg' : 'md'}
    >
      {link ? (
        <InvitationLink link={link} onDone={onClose} />
      ) : (
        <InviteForm workspaceId={workspaceId} onClose={onClose} onLink={setMade} onResults={setResults} />
      )}
    </Dialog>
  )
}

const FIELDS: Readonly<Record<string, string>> = {
  'user.email': 'email',
  'role.id': 'roleId',
  'workspace.id': 'workspaceId',
}
const fieldOf = (path: string) => FIELDS[path]

type Values = { email: string; workspaceId: string; roleId: string }

interface InviteFormProps {
  workspaceId: string | undefined
  onClose: () => void
  onLink: (made: Invitation) => void
  onResults: (results: InvitationResult[]) => void
}

/** The role that was chosen, or a viewer's where none was, or none that may be given in this workspace. */
function roleAmong(roles: InvitationPlaces['roles'], chosen: string): string {
  const usual = roles.find(({ builtIn }) => builtIn === 'viewer') ?? roles[0]
  return (roles.find(({ id }) => id === chosen) ?? usual)?.id ?? ''
}

/** What can be chosen. */
function useInvitationPlaces(workspaceId: string) {
  // Those of the workspace that was chosen before stay until this one's are there: who is already at the role would
  // choose among nothing. What may not be given here falls back to the usual one then, before it is sent.
  const { data, error } = useQuery(invitationPlacesQuery(workspaceId))
  return { workspaces: sortWorkspaces(data?.workspaces ?? []), roles: data?.roles ?? [], error }
}

/** One person, or several with a result each. Who sends the form before the roles are there has the usual one given. */
async function invite({ email, workspaceId, roleId }: Values) {
  const { roles } = await queryClient.ensureQueryData(invitationPlacesQuery(workspaceId))
  const place = { workspace: { id: workspaceId }, role: { id: roleAmong(roles, roleId) } }
  const [first = '', ...others] = readAddresses(email)
  if (others.length === 0)
    return { made: await api.inviteUser({ body: { user: { email: first }, ...place } }) }
  const users = [first, ...others].map((address) => ({ email: address }))
  return api.inviteUsers({ body: { users, ...place } })
}

/**
 * Enter sends the form, as in a field of one line; with Shift it begins another line. In a list that is being written it
 * begins one by itself, so that no half of it goes out, and sends with Ctrl.
 */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  if (isOpenList(event.currentTarget.value) && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** What is wrong with the addresses, before anything is sent. */
function useAddressCheck() {
  const { t } = useTranslation('people')
  return (text: string): string | null => {
    const addresses = readAddresses(text)
    const odd = addresses.filter((address) => !looksLikeAddress(address))
    if (addresses.length === 0 || (odd.length > 0 && addresses.length === 1)) return t('invite.emailOdd')
    if (odd.length > 0) return t('invite.emailsOdd', { list: odd.join(', ') })
    return addresses.length > MOST_INVITED ? t('invite.tooMany', { most: MOST_INVITED }) : null
  }
}

function InviteForm({ workspaceId, onClose, onLink, onResults }: InviteFormProps) {
  const { t } = useTranslation('people')
  const active = useSessionStore((state) => state.user?.activeWorkspaceId) ?? ''
  const { data: sendsMail = true } = useQuery(sendsMailQuery)
  const showsLinks = useShowsLinks()
  const checkAddresses = useAddressCheck()
  const form = useForm<Values>({
    initialValues: { email: '', workspaceId: workspaceId ?? active, roleId: '' },
    validate: { email: checkAddresses },
  })
  const places = useInvitationPlaces(form.values.workspaceId)
  const isList = isOpenList(form.values.email)
  const help = t(isList ? 'invite.listHelp' : 'invite.emailHelp')
  const sending = useMutation({
    mutationFn: invite,
    onSuccess: async (answer) => {
      await refreshPeople()
      if ('results' in answer) return onResults(answer.results)
      const { made } = answer
      if (made.inviteLink !== undefined) return onLink(made)
      const { email, status } = made.user
      if (made.isMailed || status !== 'invited') notify.success(t('invite.sent', { email }))
      else notify.error(t(sendsMail ? 'invite.unsent' : 'invite.unsentHere', { email }))
      onClose()
    },
    onError: (error) => showIssues(form, error, { fieldOf }),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => sending.mutate(values))}>
      <Unsaved isChanged={form.isDirty()} />
      <Stack gap="md">
        <FailureNote error={places.error ?? unplaced(sending.error, { fieldOf })} />
        <Textarea
          inputMode="email"
          label={t('invite.email')}
          description={[help, ...(showsLinks ? [t('invite.linksHelp')] : [])].join(' ')}
          required
          autosize
          minRows={1}
          maxRows={8}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          enterKeyHint={isList ? 'enter' : 'send'}
          onKeyDown={sendOnEnter}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label={t('column.workspace')}
          data={places.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('workspaceId')}
        />
        <RoleSelect
          label={t('column.role')}
          roles={places.roles}
          {...form.getInputProps('roleId')}
          value={roleAmong(places.roles, form.values.roleId)}
        />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={sending.isPending}>
            {t('invite.send')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
