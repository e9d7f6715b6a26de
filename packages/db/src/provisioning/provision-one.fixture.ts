import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { TestDatabase } from '../testing.ts'
import type { ScimUserRecord } from './scim-rows.ts'

/** An entry for acts whose log is of no matter. */
export const anEntry: NewAuditEntry = {
  action: 'user.provisioned',
  actor: { kind: 'provisioning', id: null, name: 'x', address: null, agent: null },
  subject: { kind: 'user', id: null, name: null },
}

/** What a provider tells of somebody of whom only the address matters. */
export const recordOf = (userName: string, change: Partial<ScimUserRecord> = {}): ScimUserRecord => ({
  userName,
  externalId: null,
  displayName: null,
  formattedName: null,
  givenName: null,
  familyName: null,
  title: null,
  emails: [],
  isActive: true,
  ...change,
})

/** One row in each table of provisioning: the user of the test is taken over, and in a group that gives a place. */
export async function provisionOneOfEach({ database, organizationId, workspaceId, userId }: TestDatabase) {
  const { provisioning, accounts } = database.system
  const email = (await accounts.findUser(userId))?.email ?? ''
  const account = { email, name: 'x', isOwnDomain: true }
  const user = await provisioning.createUser({ organizationId, record: recordOf(email), account }, () => [
    anEntry,
  ])
  const members = [{ kind: 'add', ids: [user.id] }] as const
  const named = { organizationId, displayName: 'Everybody', externalId: null }
  const group = await provisioning.createGroup({ ...named, members }, () => [anEntry])
  const [role] = await database.organization(organizationId).read.listBuiltInRoles()
  const places = [{ workspaceId, roleId: role?.id ?? '' }]
  await provisioning.mapGroup({ organizationId, id: group.id }, { places, by: userId }, () => [anEntry])
  const token = {
    organizationId,
    name: 't',
    hash: 'h',
    hint: 'h',
    createdBy: userId,
    expiresAt: Date.now() + 1e9,
  }
  await provisioning.insertToken(token, { most: 1, entry: () => anEntry })
  const call = { organizationId, tokenName: 't', method: 'GET', path: '/Users', status: 200, detail: null }
  await provisioning.noteCall(call)
  return { user, group }
}
