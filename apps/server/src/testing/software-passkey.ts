import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '@runnel/contract'

/** How an answer is to differ from that of an honest authenticator in an honest browser. */
export interface Forgery {
  origin?: string
  rpId?: string
  /** The authenticator did not verify who uses it. */
  isUnverified?: boolean
  /** The count that it says, in place of the next one. */
  counter?: number
  userHandle?: string
  isFramed?: boolean
}

/** An authenticator in memory that speaks WebAuthn, with one passkey. */
export interface SoftwarePasskey {
  make(options: { challenge: string; user: { id: string } }, forgery?: Forgery): PasskeyRegistration
  answer(options: { challenge: string }, forgery?: Forgery): PasskeyAssertion
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** CBOR of a byte string, a text and a map, as far as an attestation needs them. */
const head = (major: number, length: number) => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const text = (words: string) => Buffer.concat([head(3, words.length), Buffer.from(words)])
const whole = (number: number) => (number < 0 ? head(1, -1 - number) : head(0, number))
const map = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

/** Makes one for a site. */
export function createSoftwarePasskey(site: { origin: string; rpId: string }): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, { origin = site.origin, isFramed }: Forgery) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isFramed === true }))
  const authData = (flags: number, forgery: Forgery, attested = Buffer.alloc(0)) => {
    counter = forgery.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const verified = forgery.isUnverified ? 0 : VERIFIED
    const flag = Buffer.from([PRESENT | verified | flags])
    return Buffer.concat([sha256(forgery.rpId ?? site.rpId), flag, count, attested])
  }
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
  }

  return {
    make({ challenge, user }, forgery = {}) {
      userHandle = user.id
      const cose = map(
        [whole(1), whole(2)],
        [whole(3), whole(-7)],
        [whole(-1), whole(1)],
        [whole(-2), bytes(Buffer.from(x, 'base64url'))],
        [whole(-3), bytes(Buffer.from(y, 'base64url'))],
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authData(ATTESTED, forgery, attested))],
      )
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, forgery).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer({ challenge }, forgery = {}) {
      const data = clientData('webauthn.get', challenge, forgery)
      const authenticatorData = authData(0, forgery)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: forgery.userHandle ?? userHandle,
        },
      }
    },
  }
}
