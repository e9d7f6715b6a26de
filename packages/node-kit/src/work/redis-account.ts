import { type InputDefinition, type RedisAddress, RunnelError } from '@runnel/contract'
import type { CredentialTest, CredentialType } from '../credential-test.ts'

const DEFAULT_PORT = 6379

const testRedis: CredentialTest = (fields) => ({
  protocol: 'redis',
  address: reachRedis(fields),
  question: { commands: [['PING']] },
})

/** The types of credentials that say where a Redis is, and as whom it is asked. Names and fields are stored: they never change. */
export const redisCredentials: CredentialType[] = [
  {
    name: 'redisCacheApi',
    test: testRedis,
    label: 'Redis API',
    version: 1,
    inputs: [
      { label: 'Redis Host', name: 'redisCacheHost', type: 'string', default: '127.0.0.1' },
      { label: 'Port', name: 'redisCachePort', type: 'number', default: '6379' },
      { label: 'User', name: 'redisCacheUser', type: 'string', optional: true },
      { label: 'Password', name: 'redisCachePwd', type: 'password', optional: true },
      {
        label: 'Use SSL',
        name: 'redisCacheSslEnabled',
        type: 'boolean',
        optional: true,
        description: 'The certificate of the server must be valid for its host',
      },
    ],
  },
  {
    name: 'redisCacheUrlApi',
    test: testRedis,
    label: 'Redis URL',
    version: 1,
    inputs: [
      {
        label: 'Redis URL',
        name: 'redisUrl',
        type: 'password',
        placeholder: 'rediss://user:password@redis.example.com:6379/0',
        description: 'Begins with rediss:// where the server speaks TLS, else with redis://',
      },
    ],
  },
]

/** The param by which an author chooses a Redis. */
export const redisCredentialInput: InputDefinition = {
  label: 'Connect Credential',
  name: 'credential',
  type: 'credential',
  optional: true,
  credentialNames: redisCredentials.map(({ name }) => name),
}

/**
 * Where a Redis is, by the fields of its credential.
 * @throws RunnelError `missing_credential` without one, `invalid_input` for one that leads nowhere; neither repeats a field
 */
export function reachRedis(fields: Record<string, string>): RedisAddress {
  const { redisUrl = '', redisCacheHost = '', redisCachePort = '', redisCacheSslEnabled } = fields
  if (redisUrl.trim() !== '') return readRedisUrl(redisUrl.trim())
  const host = redisCacheHost.trim()
  if (host === '') {
    throw new RunnelError(
      'missing_credential',
      'No Redis is chosen. Choose a credential in the node that says where it is.',
    )
  }
  const port = redisCachePort.trim() === '' ? DEFAULT_PORT : Number(redisCachePort)
  if (!(Number.isInteger(port) && port > 0 && port < 65_536))
    throw nowhere('The port of the Redis is no port')
  const { redisCacheUser: user = '', redisCachePwd: password = '' } = fields
  return { host, port, tls: redisCacheSslEnabled === 'true', ...accountOf(user.trim(), password) }
}

function accountOf(user: string, password: string): Pick<RedisAddress, 'user' | 'password'> {
  return password === '' ? {} : { ...(user === '' ? {} : { user }), password }
}

function readRedisUrl(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const database = url && url.pathname.length > 1 ? Number(url.pathname.slice(1)) : 0
  const isFit = url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== ''
  if (!isFit || !Number.isInteger(database) || database < 0)
    throw nowhere('The Redis URL is not of the form redis://user:password@host:6379/0')
  return {
    host: url.hostname,
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    tls: url.protocol === 'rediss:',
    ...accountOf(decode(url.username), decode(url.password)),
    ...(database === 0 ? {} : { database }),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function nowhere(fault: string): RunnelError {
  return new RunnelError('invalid_input', `${fault}. Correct the credential.`)
}
