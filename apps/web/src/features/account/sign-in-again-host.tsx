import { signOff } from '../../app/api.ts'
import { endSession } from '../../session/end-session.ts'
import { goOnAsOther } from '../../session/other-person.ts'
import { settleSignIn, useSignInAgain } from '../../session/sign-in-again-store.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const SignInAgain = lazyPart(async () => (await import('./sign-in-again.tsx')).SignInAgain, {
  onFailed: ({ onLeave }) => onLeave(),
})
const OtherPersonDialog = lazyPart(
  async () => (await import('./other-person-dialog.tsx')).OtherPersonDialog,
  {
    onFailed: () => goOnAsOther(),
  },
)

/** Asks for the sign-in where the session ended over somebody's work, or became somebody else's. Stands once in the app. */
export function SignInAgainHost() {
  const { asks, other } = useSignInAgain()
  const leave = () => {
    if (other !== undefined) return goOnAsOther()
    settleSignIn(false)
    void endSession(signOff)
  }
  if (asks === 'whose' && other !== undefined) return <OtherPersonDialog other={other} />
  return asks === 'nothing' ? null : <SignInAgain onLeave={leave} />
}
