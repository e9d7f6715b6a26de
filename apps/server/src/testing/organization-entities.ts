import type { Invitation, OrganizationDomain } from '@runnel/contract'
import { create, type Ids, type NamingCall, type TenantEntity } from './tenant-entity.ts'
import type { TestCaller } from './test-caller.ts'

/** Who somebody is, and where. */
interface Whoami {
  id: string
  activeOrganizationId: string
}

const invitation = (
  { roleId, workspaceId }: Record<'roleId' | 'workspaceId', string | undefined>,
  email = 'nobody@example.com',
) => ({
  user: { email },
  role: { id: roleId },
  workspace: { id: workspaceId },
})

const invitations = (place: Parameters<typeof invitation>[0]) => {
  const { user, ...rest } = invitation(place)
  return { ...rest, users: [user] }
}

const oidc = (config: object = {}) => ({
  providerName: 'oidc',
  status: 'disable',
  config: { issuer: 'https://foreign.example', clientID: 'c', clientSecret: 's', ...config },
})

/** Calls that save a login method which gives new people a place. */
const loginMethodCalls = (
  place: Record<'roleId' | 'workspaceId', string | undefined>,
  more: object = {},
): NamingCall[] =>
  ['POST', 'PUT'].map((method) => ({
    method,
    path: '/loginmethod',
    body: { ...more, providers: [oidc({ autoProvision: true, ...place })] },
  }))

/** Calls that send a login method back with something that it did not have. */
const echoCalls = (echo: object): NamingCall[] =>
  ['POST', 'PUT'].map((method) => ({
    method,
    path: '/loginmethod',
    body: { providers: [{ ...oidc(), ...echo }] },
  }))

/** A call that tries such a method out. */
const tryOutCall = (place: Record<'roleId' | 'workspaceId', string | undefined>): NamingCall => ({
  method: 'POST',
  path: '/loginmethod/test',
  body: { providerName: 'oidc', providers: [{ config: { autoProvision: true, ...place } }] },
})

const whoami = (caller: TestCaller) => caller.expect<Whoami>(200, 'GET', '/auth/session')

/** Calls that name somebody: a member, or who is invited. */
const callsOfPerson = (id: string, own: Ids): NamingCall[] => [
  { method: 'GET', path: `/user?id=${id}` },
  { method: 'PUT', path: '/user', body: { id, name: 'taken' } },
  { method: 'POST', path: '/account/resend-invitation', body: { user: { id } } },
  { method: 'POST', path: '/account/reset-link', body: { user: { id } } },
  { method: 'GET', path: `/organizationuser?userId=${id}` },
  { method: 'GET', path: `/workspaceuser?userId=${id}` },
  { method: 'POST', path: '/organizationuser', body: { userId: id, roleId: own.role } },
  { method: 'PUT', path: '/organizationuser', body: { userId: id, status: 'disable' } },
  { method: 'DELETE', path: `/organizationuser?organizationId=${own.organization}&userId=${id}` },
  {
    method: 'POST',
    path: `/workspace/link-users/${own.workspace}`,
    body: { users: [{ userId: id, roleId: own.role }] },
  },
  { method: 'POST', path: `/workspace/unlink-users/${own.workspace}`, body: { userIds: [id] } },
  ...['POST', 'PUT'].map((method) => ({
    method,
    path: '/workspaceuser',
    body: { workspaceId: own.workspace, userId: id, roleId: own.role },
  })),
  { method: 'DELETE', path: `/workspaceuser?workspaceId=${own.workspace}&userId=${id}` },
  ...['POST', 'PUT'].map((method) => ({
    method,
    path: '/loginmethod',
    body: { userId: id, providers: [oidc()] },
  })),
  {
    method: 'POST',
    path: '/loginmethod/test',
    body: { userId: id, providerName: 'oidc', providers: [{ config: {} }] },
  },
]

/** What belongs to an organisation as a whole. */
export const organizationEntities: Record<string, TenantEntity> = {
  organization: {
    of: 'organization',
    places: ['organizationId'],
    lists: [],
    calls: (id, own) => [
      ...['organization?id', 'organizationuser?organizationId', 'role?organizationId'].map((named) => ({
        method: 'GET',
        path: `/${named}=${id}`,
      })),
      ...['workspace?organizationId', 'workspaceuser?organizationId', 'loginmethod?organizationId'].map(
        (named) => ({ method: 'GET', path: `/${named}=${id}` }),
      ),
      { method: 'PUT', path: '/organization', body: { id, name: 'taken' } },
      {
        method: 'POST',
        path: '/organizationuser',
        body: { userId: own.person, roleId: own.role, organizationId: id },
      },
      { method: 'PUT', path: '/organizationuser', body: { userId: own.person, organizationId: id } },
      { method: 'DELETE', path: `/organizationuser?organizationId=${id}&userId=${own.person}` },
      {
        method: 'POST',
        path: '/role',
        body: { name: 'taken', permissions: ['tools:view'], organizationId: id },
      },
      { method: 'PUT', path: '/role', body: { id: own.role, name: 'taken', organizationId: id } },
      { method: 'DELETE', path: `/role?id=${own.role}&organizationId=${id}` },
      { method: 'POST', path: '/workspace', body: { name: 'taken', organizationId: id } },
      { method: 'PUT', path: '/workspace', body: { id: own.workspace, name: 'taken', organizationId: id } },
      ...loginMethodCalls({ workspaceId: own.workspace, roleId: own.role }, { organizationId: id }),
      ...echoCalls({ organizationId: id }),
      {
        method: 'POST',
        path: '/loginmethod/test',
        body: { organizationId: id, providerName: 'oidc', providers: [{ config: {} }] },
      },
    ],
    make: async (caller) => (await whoami(caller)).activeOrganizationId,
  },
  person: {
    of: 'organization',
    routes: /^\/account\/second-factor/,
    lists: ['/organizationuser', '/organizationuser?search=a'],
    calls: callsOfPerson,
    make: async (caller) => (await whoami(caller)).id,
  },
  loginMethod: {
    of: 'organization',
    lists: ['/loginmethod'],
    calls: (id) => echoCalls({ id }),
    async make(caller) {
      await caller.expect(200, 'PUT', '/loginmethod', { providers: [oidc()] })
      const { providers } = await caller.expect<{ providers: { id: string }[] }>(200, 'GET', '/loginmethod')
      return providers[0]?.id ?? ''
    },
  },
  role: {
    of: 'organization',
    lists: [({ organization }) => `/role?organizationId=${organization}`],
    calls: (id, own) => [
      { method: 'GET', path: `/role?id=${id}` },
      { method: 'PUT', path: '/role', body: { id, name: 'taken' } },
      { method: 'DELETE', path: `/role?id=${id}` },
      { method: 'GET', path: `/organizationuser?roleId=${id}` },
      { method: 'GET', path: `/workspaceuser?roleId=${id}` },
      {
        method: 'POST',
        path: '/account/invite',
        body: invitation({ roleId: id, workspaceId: own.workspace }),
      },
      {
        method: 'POST',
        path: '/account/invitations',
        body: invitations({ roleId: id, workspaceId: own.workspace }),
      },
      { method: 'POST', path: '/organizationuser', body: { userId: own.person, roleId: id } },
      { method: 'PUT', path: '/organizationuser', body: { userId: own.person, roleId: id } },
      {
        method: 'POST',
        path: `/workspace/link-users/${own.workspace}`,
        body: { users: [{ userId: own.person, roleId: id }] },
      },
      ...['POST', 'PUT'].map((method) => ({
        method,
        path: '/workspaceuser',
        body: { workspaceId: own.workspace, userId: own.person, roleId: id },
      })),
      ...loginMethodCalls({ workspaceId: own.workspace, roleId: id }),
      tryOutCall({ workspaceId: own.workspace, roleId: id }),
      {
        method: 'PUT',
        path: `/provisioning/group/${own.provisionedGroup}`,
        body: { places: [{ workspaceId: own.workspace, roleId: id }] },
      },
    ],
    make: create('/role', { name: 'foreign', permissions: ['tools:view'] }, 201),
  },
  workspace: {
    of: 'organization',
    routes: /^\/workspace\b(?!\/shared)/,
    lists: ['/workspace', '/workspace?search=foreign'],
    calls: (id, own) => [
      { method: 'GET', path: `/workspace?id=${id}` },
      { method: 'PUT', path: '/workspace', body: { id, name: 'taken' } },
      { method: 'POST', path: '/workspace', body: { name: 'taken', existingWorkspaceId: id } },
      { method: 'POST', path: `/workspace/switch?id=${id}` },
      { method: 'GET', path: `/workspaceuser?workspaceId=${id}` },
      { method: 'DELETE', path: `/workspaceuser?workspaceId=${id}&userId=${own.person}` },
      { method: 'POST', path: '/account/invite', body: invitation({ roleId: own.role, workspaceId: id }) },
      {
        method: 'POST',
        path: '/account/invitations',
        body: invitations({ roleId: own.role, workspaceId: id }),
      },
      ...['POST', 'PUT'].map((method) => ({
        method,
        path: '/workspaceuser',
        body: { workspaceId: id, userId: own.person, roleId: own.role },
      })),
      {
        method: 'POST',
        path: `/workspace/shared/${own.credential}`,
        body: { itemType: 'credential', workspaceIds: [id] },
      },
      ...loginMethodCalls({ workspaceId: id, roleId: own.role }),
      tryOutCall({ workspaceId: id, roleId: own.role }),
      {
        method: 'PUT',
        path: `/provisioning/group/${own.provisionedGroup}`,
        body: { places: [{ workspaceId: id, roleId: own.role }] },
      },
    ],
    make: create('/workspace', { name: 'foreign' }, 201),
  },
  /** Whom others invited by the same address. */
  invited: {
    of: 'organization',
    lists: ['/organizationuser?status=invited', ({ workspace }) => `/workspaceuser?workspaceId=${workspace}`],
    calls: callsOfPerson,
    async make(caller, { made }) {
      const body = invitation({ roleId: made.role, workspaceId: made.workspace }, 'waiting@example.com')
      const { user } = await caller.expect<Invitation>(201, 'POST', '/account/invite', body)
      return user.id
    },
  },
  /** Known by the text of its record: several organisations may name one domain. */
  domain: {
    of: 'organization',
    lists: ['/loginmethod/domains'],
    async make(caller) {
      const body = { domain: 'foreign.example' }
      const made = await caller.expect<OrganizationDomain>(201, 'POST', '/loginmethod/domains', body)
      return made.record.text
    },
  },
  provisioningToken: {
    of: 'organization',
    routes: /^\/provisioning\/token/,
    lists: ['/provisioning'],
    make: create('/provisioning/token', { name: 'foreign' }, 201),
  },
  provisionedGroup: {
    of: 'organization',
    routes: /^\/provisioning\/group/,
    lists: ['/provisioning/group', '/provisioning/group?search=foreign'],
    async make(caller, { made }) {
      const body = { name: 'to make a group' }
      const { token } = await caller.expect<{ token: string }>(201, 'POST', '/provisioning/token', body)
      const headers = { authorization: `Bearer ${token}` }
      const userName = `provided-${crypto.randomUUID()}@example.com`
      const bring = async (path: string, given: object) =>
        (await caller.call<{ id: string }>('POST', `/scim/v2/${path}`, given, headers)).body.id
      const value = await bring('Users', { userName })
      const group = await bring('Groups', { displayName: 'foreign', members: [{ value }] })
      const places = [{ workspaceId: made.workspace, roleId: made.role }]
      await caller.expect(200, 'PUT', `/provisioning/group/${group}`, { places })
      return group
    },
  },
  /** Whom the provider of the organisation brought. */
  provisionedPerson: {
    of: 'organization',
    lists: ['/organizationuser', '/organizationuser?search=provided'],
    calls: callsOfPerson,
    async make(caller) {
      const people = await caller.expect<{ userId: string }[]>(
        200,
        'GET',
        '/organizationuser?search=provided',
      )
      return people[0]?.userId ?? ''
    },
  },
}
