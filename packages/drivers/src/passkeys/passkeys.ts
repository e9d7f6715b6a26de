import type { PasskeyAssertion, PasskeyRegistration } from '@runnel/contract'

/** Where passkeys are used: the name to which a browser binds them, and the origin of our pages, without a slash. */
export interface PasskeySite {
  rpId: string
  origin: string
}

/** What is kept of a passkey to check it. Bytes are base64url. */
export interface KnownPasskey {
  credentialId: string
  publicKey: string
  /** How often it says that it was used; 0 for one that does not count. */
  counter: number
  transports: string[]
}

/** Whose passkey is to be made. `userId` comes back with every use; `known` are the passkeys that there are. */
export interface PasskeyOwner {
  userId: string
  name: string
  displayName: string
  known: readonly Pick<KnownPasskey, 'credentialId' | 'transports'>[]
}

/** How long a browser asks its owner, in milliseconds. */
const ASK_MS = 120_000

// The library weighs more than the rest of the sign-in together: it is loaded when somebody has a passkey.
const load = () => import('@simplewebauthn/server')

/** What an authenticator is asked for to make a passkey that can sign in alone, for `navigator.credentials.create`. */
export async function passkeyCreationOptions(
  site: PasskeySite,
  challenge: string,
  owner: PasskeyOwner,
): Promise<{ challenge: string }> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: 'Runnel',
    rpID: site.rpId,
    userName: owner.name,
    userDisplayName: owner.displayName,
    userID: new Uint8Array(Buffer.from(owner.userId)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: ASK_MS,
    attestationType: 'none',
    excludeCredentials: owner.known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What an authenticator is asked for to prove a passkey, whichever it has of ours, for `navigator.credentials.get`. */
export async function passkeyRequestOptions(
  site: PasskeySite,
  challenge: string,
): Promise<{ challenge: string }> {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: ASK_MS,
    userVerification: 'required',
  })
}

/** Checks a passkey that was just made; undefined when it does not answer this challenge on this site. */
export async function verifyNewPasskey(
  site: PasskeySite,
  challenge: string,
  made: PasskeyRegistration,
): Promise<KnownPasskey | undefined> {
  const { verifyRegistrationResponse } = await load()
  const { transports = [], ...response } = made.response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, response, clientExtensionResults: {} },
      ...expectedOf(site, challenge),
    })
    if (!registrationInfo || isFramed(made.response.clientDataJSON)) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
    }
  } catch {
    return undefined
  }
}

/**
 * Checks what a passkey answered: challenge, site, the person's presence and verification, signature, and that its
 * count rose, which that of a copy does not. Gives the new count; undefined when anything is not right.
 */
export async function verifyPasskey(
  site: PasskeySite,
  challenge: string,
  { known, answer }: { known: KnownPasskey; answer: PasskeyAssertion },
): Promise<{ counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await load()
  const { userHandle, ...response } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(userHandle == null ? {} : { userHandle }) },
        clientExtensionResults: {},
      },
      ...expectedOf(site, challenge),
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
        counter: known.counter,
      },
    })
    if (!verified || isFramed(answer.response.clientDataJSON)) return undefined
    return { counter: authenticationInfo.newCounter }
  } catch {
    return undefined
  }
}

const expectedOf = ({ rpId, origin }: PasskeySite, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
})

/** Whether a page inside a page of another origin asked: ours never do. The text was parsed once by the check. */
function isFramed(clientDataJSON: string): boolean {
  const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown }
  return data.crossOrigin === true
}
