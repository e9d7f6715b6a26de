import { leaveTo } from '../../session/leave-to.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { useSignInAgain } from '../../session/sign-in-again.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const SignInAgain = lazyPart(async () => (await import('./sign-in-again.tsx')).SignInAgain, {
  onFailed: ({ onLeave }) => onLeave(),
})

/** Asks for the password where the session ended over somebody's work. Stands once in the app. */
export function SignInAgainHost() {
  const isAsked = useSignInAgain((state) => state.isAsked)
  const leave = () => {
    const { pathname, search } = window.location
    useSignInAgain.setState({ isAsked: false })
    useSessionStore.getState().end()
    leaveTo(`/login?from=${encodeURIComponent(pathname + search)}`)
  }
  return isAsked ? <SignInAgain onLeave={leave} /> : null
}
