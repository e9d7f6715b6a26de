import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { RunnelError } from '@runnel/contract'

const derive = promisify(pbkdf2)

/** Fewer rounds are too weak to send a proof for, more would keep this machine busy. */
const FEWEST_ROUNDS = 4096
const MOST_ROUNDS = 1_000_000

/** An account that proves its password without sending it. */
export interface ScramAccount {
  mechanism: 'SCRAM-SHA-256' | 'SCRAM-SHA-1'
  user: string
  password: string
}

/** One sign-in by SCRAM (RFC 5802). */
export interface ScramExchange {
  first: string
  /** What is sent after the server's first message. @throws RunnelError `upstream_error` for one that is not to be trusted */
  answer(serverFirst: string): Promise<string>
  /** Makes sure that the server knows the password, too. @throws RunnelError `upstream_error` */
  verify(serverFinal: string): void
}

/** Begins to sign in; `name` stands in the words of its faults. */
export function beginScram(
  { mechanism, user, password }: ScramAccount,
  name: string,
  nonce = randomBytes(24).toString('base64'),
): ScramExchange {
  const digest = mechanism === 'SCRAM-SHA-256' ? 'sha256' : 'sha1'
  const mac = (key: Buffer, text: string) => createHmac(digest, key).update(text).digest()
  const bare = `n=${user.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`
  let expected: Buffer | undefined
  const distrust = () =>
    new RunnelError('upstream_error', `${name} does not sign in as MongoDB does: it is not trusted.`)

  return {
    first: `n,,${bare}`,
    async answer(serverFirst) {
      const { r = '', s = '', i = '' } = readFields(serverFirst)
      const rounds = Number(i)
      const isFit = r.startsWith(nonce) && r.length > nonce.length && s !== ''
      if (!isFit || !(rounds >= FEWEST_ROUNDS && rounds <= MOST_ROUNDS)) throw distrust()
      const secret = mechanism === 'SCRAM-SHA-256' ? password.normalize('NFKC') : legacyDigest(user, password)
      const salted = await derive(
        secret,
        Buffer.from(s, 'base64'),
        rounds,
        digest === 'sha256' ? 32 : 20,
        digest,
      )
      const clientKey = mac(salted, 'Client Key')
      const storedKey = createHash(digest).update(clientKey).digest()
      const ending = `c=biws,r=${r}`
      const message = `${bare},${serverFirst},${ending}`
      const signature = mac(storedKey, message)
      expected = mac(mac(salted, 'Server Key'), message)
      const proof = clientKey.map((byte, index) => byte ^ (signature[index] ?? 0))
      return `${ending},p=${Buffer.from(proof).toString('base64')}`
    },
    verify(serverFinal) {
      const given = Buffer.from(readFields(serverFinal).v ?? '', 'base64')
      const isKnown = expected?.length === given.length && timingSafeEqual(expected, given)
      if (!isKnown) throw distrust()
    },
  }
}

function readFields(text: string): Record<string, string> {
  const pairs = text.split(',').map((part) => [part.slice(0, 1), part.slice(2)])
  return Object.fromEntries(pairs)
}

/** What stands for the password in SCRAM-SHA-1 of MongoDB; the protocol wants MD5 here, inside of the real derivation. */
function legacyDigest(user: string, password: string): string {
  return createHash('md5').update(`${user}:mongo:${password}`).digest('hex')
}
