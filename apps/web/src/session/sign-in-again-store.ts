import type { SignedInUser } from '@runnel/contract'
import { create } from 'zustand'
import { queryClient } from '../app/query-client.ts'
import { goOnWithPages } from './held-pages.ts'

/** Whose session there is in place of the page's own. */
export type OtherPerson = Pick<SignedInUser, 'id' | 'name' | 'email'>

interface SignInAgain {
  /** What the person is asked over their work: to sign in again, or whether to go on as who is signed in by now. */
  asks: 'nothing' | 'signIn' | 'whose'
  /** Who is signed in in this browser in place of the person of the page. */
  other: OtherPerson | undefined
}

const quiet: SignInAgain = { asks: 'nothing', other: undefined }

/** What is asked because the session of the page is over, or is somebody else's. */
export const useSignInAgain = create<SignInAgain>()(() => quiet)

let waiting: PromiseWithResolvers<boolean> | undefined

/** Asks the person in place to sign in again. True once they are back; all who ask meanwhile get the same answer. */
export function askToSignIn(): Promise<boolean> {
  useSignInAgain.setState(({ asks }) => ({ asks: asks === 'nothing' ? 'signIn' : asks }))
  return answerOfPerson()
}

/** Tells the person that somebody else is signed in here; true once they themselves are back. */
export function askWhose(other: OtherPerson): Promise<boolean> {
  useSignInAgain.setState({ asks: 'whose', other })
  return answerOfPerson()
}

/** Ends the question, where there is one: the person of the page is back and it goes on, or they leave it. */
export function settleSignIn(isBack: boolean): void {
  if (useSignInAgain.getState().asks === 'nothing') return
  const asked = waiting
  waiting = undefined
  useSignInAgain.setState(quiet)
  asked?.resolve(isBack)
  if (!isBack) return
  goOnWithPages()
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

function answerOfPerson(): Promise<boolean> {
  waiting ??= Promise.withResolvers<boolean>()
  return waiting.promise
}
