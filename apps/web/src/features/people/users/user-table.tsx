import { UnstyledButton } from '@mantine/core'
import type { OrganizationUser } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../../../session/session-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { RowButton, RowTable } from '../../../ui/list/row-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { PersonName } from '../person-name.tsx'
import { PersonStatus } from '../person-status.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { RoleSummary } from './role-summary.tsx'
import { UndeliveredNote } from './undelivered-note.tsx'
import { useRemoveUser } from './use-remove-user.ts'
import { useResendInvitation } from './use-resend-invitation.ts'
import { useResetFactor } from './use-reset-factor.ts'
import { type MadeResetLink, useResetLink } from './use-reset-link.ts'
import { useShowsLinks } from './use-shows-links.ts'
import { UserDialog } from './user-dialog.tsx'
import { UserPlacesDialog } from './user-places-dialog.tsx'

type UserRow = OrganizationUser & { id: string }

/** People as rows. Nobody changes themselves here; what can be done with others, the server says. */
export function UserTable({ users }: { users: readonly UserRow[] }) {
  const { t } = useTranslation('people')
  const self = useSessionStore((state) => state.user)
  const [changing, setChanging] = useState<UserRow>()
  const [shown, setShown] = useState<UserRow>()
  const [made, setMade] = useState<{ email: string; link: string }>()
  const [reset, setReset] = useState<MadeResetLink>()
  const resetLink = useResetLink(setReset)
  const resetFactor = useResetFactor()
  const remove = useRemoveUser()
  const showsLinks = useShowsLinks()
  const resend = useResendInvitation(({ user, inviteLink }) =>
    setMade({ email: user.email, link: inviteLink }),
  )
  return (
    <>
      <RowTable
        label={t('users.title')}
        minWidth={760}
        rows={users}
        name={{
          head: t('column.user'),
          cell: (row) => (
            <PersonName user={row.user} isOrgOwner={row.isOrgOwner} isSelf={row.userId === self?.id} />
          ),
        }}
        columns={[
          {
            head: t('column.roles'),
            cell: (row) => (
              <UnstyledButton className="link-like" onClick={() => setShown(row)}>
                <RoleSummary roles={row.roles} roleCount={row.roleCount} />
                <span className="visually-hidden"> {row.user.name}</span>
              </UnstyledButton>
            ),
            staysNarrow: true,
          },
          {
            head: t('column.status'),
            cell: (row) => (
              <>
                <PersonStatus status={row.status} />
                {row.undelivered ? <UndeliveredNote mail={row.undelivered} /> : null}
              </>
            ),
            staysNarrow: true,
          },
          {
            head: t('column.lastLogin'),
            cell: ({ lastLogin }) => (lastLogin ? <RelativeTime time={lastLogin} /> : t('never')),
          },
        ]}
        actions={(row) =>
          row.userId === self?.id ? null : (
            <>
              <RowButton
                does={showsLinks ? 'link' : 'resend'}
                may={row.may?.resend}
                label={t(showsLinks ? 'invite.showLink' : 'invite.resend', { email: row.user.email })}
                isBusy={resend.isPending && resend.variables.row.userId === row.userId}
                onClick={() => resend.mutate({ row })}
              />
              <RowButton
                does="link"
                may={row.may?.showLink && !showsLinks}
                label={t('invite.showLink', { email: row.user.email })}
                onClick={() => resend.mutate({ row, asLink: true })}
              />
              <RowButton
                does="password"
                may={resetLink.isOfferedFor(row)}
                label={t('users.resetLink.make', { name: row.user.name })}
                isBusy={resetLink.isBusyWith(row)}
                onClick={() => void resetLink.ask(row)}
              />
              <RowButton
                does="factor"
                may={row.may?.resetFactor}
                label={t('users.factor.reset', { name: row.user.name })}
                onClick={() => void resetFactor(row)}
              />
              <RowButton
                does="change"
                may={row.may?.change}
                label={t('users.change', { name: row.user.name })}
                onClick={() => setChanging(row)}
              />
              <RowButton
                does="delete"
                may={row.may?.delete}
                label={t('users.remove.label', { name: row.user.name })}
                onClick={() => void remove(row)}
              />
            </>
          )
        }
      />
      {changing ? <UserDialog member={changing} onClose={() => setChanging(undefined)} /> : null}
      {made ? (
        <Dialog
          title={t('invite.linkTitle', { email: made.email })}
          onClose={() => setMade(undefined)}
          closesOutside={false}
          size="lg"
        >
          <InvitationLink link={made.link} onDone={() => setMade(undefined)} />
        </Dialog>
      ) : null}
      {reset ? <ResetLinkDialog made={reset} onClose={() => setReset(undefined)} /> : null}
      {shown ? <UserPlacesDialog member={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

function ResetLinkDialog({ made, onClose }: { made: MadeResetLink; onClose: () => void }) {
  const { t } = useTranslation('people')
  return (
    <Dialog
      title={t('users.resetLink.title', { name: made.name })}
      onClose={onClose}
      closesOutside={false}
      size="lg"
    >
      <ShownOnce
        warning={t('users.resetLink.text')}
        text={made.link}
        copyLabel={t('invite.copy')}
        doneLabel={t('invite.done')}
        onDone={onClose}
      />
    </Dialog>
  )
}
