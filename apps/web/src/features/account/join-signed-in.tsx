import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import type { InvitationOffer as Offer } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { renewSession } from '../../session/renew-session.ts'
import { switchWorkspace } from '../../session/switch-workspace.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { AccountCard } from './account-card.tsx'
import { InvitationOffer } from './invitation-offer.tsx'

/** Joins with the session, and goes to the new workspace where that session opens it. */
async function join(tempToken: string): Promise<void> {
  const { workspace } = await api.joinByInvitation({ body: { user: { tempToken } } })
  const user = await renewSession()
  if (user.assignedWorkspaces.some(({ id }) => id === workspace.id)) await switchWorkspace(workspace.id)
}

/** An invitation that somebody opens who is signed in to the account of its address: one press accepts it. */
export function JoinSignedIn({ token, offer }: { token: string; offer: Offer }) {
  const { t } = useTranslation('account')
  const joining = useMutation({ mutationFn: () => join(token) })
  return (
    <AccountCard title={t('register.title')} text={t('register.signedInText')}>
      <Stack gap="md">
        <FailureNote error={joining.error} />
        {joining.isSuccess ? (
          <Alert color="green" role="status">
            {t('register.joinedElsewhere')}
          </Alert>
        ) : (
          <>
            <InvitationOffer offer={offer} />
            <Text>{t('register.signedInAs', { email: offer.email })}</Text>
            <Button autoFocus loading={joining.isPending} onClick={() => joining.mutate()}>
              {t('register.join')}
            </Button>
          </>
        )}
        <Anchor component={Link} to="/" className="account-link">
          {t('unauthorized.home')}
        </Anchor>
      </Stack>
    </AccountCard>
  )
}
