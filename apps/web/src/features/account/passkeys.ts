import type { PasskeyAssertion, PasskeyRegistration } from '@runnel/contract'
import i18next from 'i18next'
import { api } from '../../app/api.ts'

/** What the browser's own refusals say in our words: theirs are for programmers. */
function inOurWords(error: unknown): Error {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return new Error(i18next.t(isKnown ? 'passkey.known' : 'passkey.canceled', { ns: 'account' }), {
    cause: error,
  })
}

/** Asks the person for a passkey, whichever opens something here. @throws ApiError, Error in words for the person */
export async function askForPasskey(): Promise<PasskeyAssertion> {
  const [optionsJSON, { startAuthentication }] = await Promise.all([
    api.beginPasskeySignIn({ body: {} }),
    import('@simplewebauthn/browser'),
  ])
  try {
    return (await startAuthentication({ optionsJSON: optionsJSON as never })) as PasskeyAssertion
  } catch (error) {
    throw inOurWords(error)
  }
}

/** Has the browser make a passkey for the own account, whose owner proves to be it. @throws ApiError, Error in words for the person */
export async function makePasskey(proof: {
  password: string
  code?: string
  passkey?: PasskeyAssertion
}): Promise<PasskeyRegistration> {
  const [optionsJSON, { startRegistration }] = await Promise.all([
    api.beginPasskey({ body: proof }),
    import('@simplewebauthn/browser'),
  ])
  try {
    return (await startRegistration({ optionsJSON: optionsJSON as never })) as PasskeyRegistration
  } catch (error) {
    throw inOurWords(error)
  }
}
