import { type MongoAddress, RunnelError } from '@runnel/contract'
import type { CredentialType } from '../credential-test.ts'

/** The URL of a MongoDB, with its account. Names and fields are stored: they never change. */
export const mongoCredential: CredentialType = {
  name: 'mongoDBUrlApi',
  test: (fields) => ({
    protocol: 'mongodb',
    address: reachMongo(fields),
    question: { database: 'admin', collection: '', operation: { type: 'ping' } },
  }),
  label: 'MongoDB ATLAS',
  version: 1,
  inputs: [
    {
      label: 'ATLAS Connection URL',
      name: 'mongoDBConnectUrl',
      type: 'password',
      placeholder: 'mongodb+srv://user:password@cluster0.example.mongodb.net/?appName=Tea',
    },
  ],
}

const DEFAULT_PORT = 27_017
const FORM = 'mongodb+srv://user:password@cluster0.example.mongodb.net/'

/**
 * Where a MongoDB is, by the URL of its credential. Of its options those are read that say how one signs in; what would lead
 * past the guard, or into files of this machine (a proxy, a socket, certificates), means nothing here.
 * @throws RunnelError `missing_credential` without one, `invalid_input` for one that leads nowhere; neither repeats it
 */
export function reachMongo({ mongoDBConnectUrl = '' }: Record<string, string>): MongoAddress {
  const url = mongoDBConnectUrl.trim()
  if (url === '')
    throw new RunnelError('missing_credential', 'The credential of MongoDB has no URL. Write it there.')
  const [scheme = '', ...others] = url.split('://')
  const [before = '', query = ''] = others.join('://').split('?', 2)
  const [authority = '', path = ''] = before.split('/', 2)
  const options = readOptions(query)
  const srv = scheme === 'mongodb+srv'
  const hosts = authority
    .slice(authority.lastIndexOf('@') + 1)
    .split(',')
    .map(readHost)
  if ((scheme !== 'mongodb' && !srv) || (srv && hosts.length > 1)) throw nowhere()
  const authSource = options.authsource ?? (path === '' ? undefined : decode(path))
  return {
    hosts,
    srv,
    tls:
      options.tls === undefined && options.ssl === undefined
        ? srv
        : [options.tls, options.ssl].includes('true'),
    ...readAccount(authority),
    ...(authSource === undefined ? {} : { authSource }),
  }
}

/** Options by their names in small letters, as these may be written either way. */
function readOptions(query: string): Record<string, string> {
  const options = Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]),
  )
  const mechanism = options.authmechanism?.toUpperCase() ?? 'DEFAULT'
  if (mechanism === 'DEFAULT' || mechanism.startsWith('SCRAM-')) return options
  throw new RunnelError(
    'invalid_input',
    'The URL of MongoDB signs in by another way than name and password (SCRAM), which is not supported. Correct the credential.',
  )
}

function readAccount(authority: string): Pick<MongoAddress, 'user' | 'password'> {
  const at = authority.lastIndexOf('@')
  if (at <= 0) return {}
  const [user = '', ...password] = authority.slice(0, at).split(':')
  return { user: decode(user), password: decode(password.join(':')) }
}

function readHost(text: string): { host: string; port: number } {
  const [, host = '', port] = /^(\[[\da-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  const number = port === undefined ? DEFAULT_PORT : Number(port)
  if (host === '' || number < 1 || number > 65_535) throw nowhere()
  return { host, port: number }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function nowhere(): RunnelError {
  return new RunnelError(
    'invalid_input',
    `The URL of MongoDB is not of the form ${FORM}. Correct the credential.`,
  )
}
