import { scimSchemas } from '@runnel/contract'
import type { TestCaller } from './test-caller.ts'
import type { TestServer } from './test-server.ts'

/** A provider of identities with a token, and what it made. */
export interface CanaryProvider {
  provider: TestCaller
  /** Ids by the names that places of paths have. */
  ids: Record<string, string>
}

/** What SCIM shows of a person, so that a crawl which sees nothing is noticed. */
export const SHOWN_PERSON = 'pia@example.com'

/** Lets a provider make a person, with a password that nobody asked it for, and a group of them. */
export async function addProvider(server: TestServer, secrets: Map<string, string>): Promise<CanaryProvider> {
  const { token, ...provider } = await server.withProvisioning()
  secrets.set('token for SCIM', token)
  const password = `Canary-${crypto.randomUUID()}`
  secrets.set('password of a provider', password)
  const make = async (path: string, body: object) =>
    (await provider.expect<{ id: string }>(201, 'POST', `/scim/v2/${path}`, body)).id
  const scimUser = await make('Users', {
    schemas: [scimSchemas.user],
    userName: SHOWN_PERSON,
    displayName: 'Pia Provided',
    password,
  })
  const members = [{ value: scimUser }]
  const scimGroup = await make('Groups', { schemas: [scimSchemas.group], displayName: 'Provided', members })
  return {
    provider,
    ids: { scimUser, scimGroup, scimKind: 'User', scimSchema: encodeURIComponent(scimSchemas.user) },
  }
}
