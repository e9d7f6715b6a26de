import type { ScimGroup, ScimUser } from '@runnel/contract'
import type { DatabaseKind } from '@runnel/db/testing'
import { type PeopleScene, startPeopleScene } from './people-scene.ts'
import type { TestAnswer, TestCaller } from './test-caller.ts'

/** A fault in the form of SCIM. */
export interface ScimFaultBody {
  schemas: string[]
  status: string
  scimType?: string
  detail: string
}

/** A server with an organisation whose provider of identities has a token. */
export interface ScimScene extends PeopleScene {
  /** The provider: sends SCIM's type of content. */
  provider: ScimCaller
  /** Makes another provider, for the administrator of another organisation. */
  providerOf(administrator: TestCaller): Promise<ScimCaller>
  roleOf(builtIn: string): Promise<string>
  /** What the audit log has of an act, newest first. */
  entries(action: string): Promise<{ actor: object; subject: object; before: unknown; after: unknown }[]>
}

/** Somebody who speaks SCIM; paths are those below its address. */
export interface ScimCaller {
  call<T = ScimFaultBody>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<T>>
  expect<T>(status: number, method: string, path: string, body?: unknown): Promise<T>
  /** A person whose userName is this address. */
  makeUser(userName: string, change?: object): Promise<ScimUser & { id: string }>
  makeGroup(displayName: string, members?: readonly string[]): Promise<ScimGroup & { id: string }>
  patch<T = ScimUser>(status: number, path: string, ...operations: object[]): Promise<T>
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Makes somebody who speaks SCIM of a caller with a token. */
export function createScimCaller(caller: TestCaller): ScimCaller {
  const call: ScimCaller['call'] = (method, path, body, headers = {}) =>
    caller.call(method, `/scim/v2${path}`, body, {
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    })
  async function expectAnswer<T>(status: number, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await call<T>(method, path, body)
    if (answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  return {
    call,
    expect: expectAnswer,
    makeUser: (userName, change = {}) => {
      const emails = [{ value: userName, type: 'work', primary: true }]
      return expectAnswer(201, 'POST', '/Users', {
        schemas: [USER],
        userName,
        emails,
        active: true,
        ...change,
      })
    },
    makeGroup: (displayName, members = []) =>
      expectAnswer(201, 'POST', '/Groups', {
        schemas: [GROUP],
        displayName,
        members: members.map((value) => ({ value })),
      }),
    patch: (status, path, ...operations) =>
      expectAnswer(status, 'PATCH', path, { schemas: [PATCH], Operations: operations }),
  }
}

/** Starts it; stop it in `afterAll`. */
export async function startScimScene(kind: DatabaseKind): Promise<ScimScene> {
  const people = await startPeopleScene(kind, { hasMail: false })
  const { administrator, server, organizationId } = people
  const providerOf = async (by: TestCaller) => createScimCaller(await server.withProvisioning(by))
  return {
    ...people,
    provider: await providerOf(administrator),
    providerOf,
    async roleOf(builtIn) {
      const roles = await server.context.db.organization(organizationId).read.listBuiltInRoles()
      return roles.find((role) => role.builtIn === builtIn)?.id ?? ''
    },
    async entries(action) {
      const query = `/audit/entries?limit=200&action=${action}`
      return (await administrator.expect<{ data: [] }>(200, 'GET', query)).data
    },
  }
}
