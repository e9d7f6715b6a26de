import { useQuery } from '@tanstack/react-query'
import { useSessionStore } from '../../session/session-store.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { InvitationEnded } from './invitation-ended.tsx'
import { invitationQuery } from './invitation-query.ts'
import { JoinSignedIn } from './join-signed-in.tsx'
import { RegisterForm } from './register-form.tsx'

/** Who comes with the token of an invitation: what it is, or that it is none any more, and how it is accepted. */
export function InvitationArrival({ token }: { token: string }) {
  const account = useSessionStore(({ user }) => user?.email)
  const { data: offer, error, refetch } = useQuery(invitationQuery(token))
  if (error) return <LoadFailure order={1} error={error} onRetry={() => void refetch()} />
  if (offer === undefined) return <PageLoading />
  if (offer === null) return <InvitationEnded isSignedIn={account !== undefined} />
  if (account === offer.email) return <JoinSignedIn token={token} offer={offer} />
  return <RegisterForm invitation={{ token, offer }} otherAccount={account} />
}
