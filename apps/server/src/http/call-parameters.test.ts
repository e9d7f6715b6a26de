import { allRoutes, type RouteDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldsOf } from '../testing/named-ids.ts'
import { accountProofs } from '../testing/parameters/account-proofs.ts'
import { keyProofs } from '../testing/parameters/key-proofs.ts'
import { memberProofs } from '../testing/parameters/member-proofs.ts'
import {
  type CallProofs,
  type ParameterProof,
  type ParameterWorld,
  startParameterWorld,
} from '../testing/parameters/parameter-world.ts'
import { peopleProofs } from '../testing/parameters/people-proofs.ts'
import { placeProofs } from '../testing/parameters/place-proofs.ts'
import { roleProofs } from '../testing/parameters/role-proofs.ts'
import { workspaceProofs } from '../testing/parameters/workspace-proofs.ts'

const proofs: CallProofs = {
  ...peopleProofs,
  ...memberProofs,
  ...workspaceProofs,
  ...placeProofs,
  ...accountProofs,
  ...roleProofs,
  ...keyProofs,
}

/** The calls that other clients know, with each parameter that they send. */
const KNOWN_CALLS: Readonly<Record<string, readonly string[]>> = {
  'GET /settings': [],
  'GET /version': [],
  'POST /auth/refreshToken': [],
  'GET /user': ['id'],
  'PUT /user': ['id', 'name', 'email', 'oldPassword', 'newPassword', 'confirmPassword'],
  'GET /organizationuser': ['organizationId', 'userId', 'roleId'],
  'POST /organizationuser': ['userId', 'roleId'],
  'PUT /organizationuser': ['userId', 'roleId', 'status'],
  'DELETE /organizationuser': ['organizationId', 'userId'],
  'GET /organization': ['id', 'name'],
  'PUT /organization': ['id', 'name', 'updatedBy'],
  'GET /workspaceuser': ['workspaceId', 'roleId', 'userId', 'organizationId'],
  'POST /workspaceuser': ['workspaceId', 'userId', 'roleId'],
  'PUT /workspaceuser': ['workspaceId', 'userId', 'roleId', 'status'],
  'DELETE /workspaceuser': ['workspaceId', 'userId'],
  'GET /workspace': ['organizationId', 'id'],
  'POST /workspace': ['name', 'description', 'existingWorkspaceId', 'organizationId', 'createdBy'],
  'PUT /workspace': ['id', 'name', 'description', 'updatedBy'],
  'DELETE /workspace/:id': ['id'],
  'POST /workspace/switch': ['id'],
  'POST /workspace/link-users/:id': ['id'],
  'POST /workspace/unlink-users/:id': ['id'],
  'GET /workspace/shared/:id': ['id'],
  'POST /workspace/shared/:id': ['id', 'itemType', 'workspaceIds'],
  'POST /account/invite': ['user.email', 'user.createdBy', 'workspace.id', 'role.id'],
  'POST /account/register': ['user.name', 'user.email', 'user.credential', 'user.tempToken', 'user.referral'],
  'POST /account/verify': ['user.tempToken', 'user.password'],
  'POST /account/resend-verification': ['email'],
  'POST /account/forgot-password': ['user.email'],
  'POST /account/reset-password': ['user.email', 'user.tempToken', 'user.password'],
  'POST /account/logout': [],
  'GET /account/basic-auth': [],
  'POST /account/basic-auth': [],
  'GET /role': ['id', 'organizationId'],
  'POST /role': ['organizationId', 'name', 'description', 'permissions', 'createdBy'],
  'PUT /role': ['id', 'name', 'description', 'permissions', 'updatedBy'],
  'DELETE /role': ['id', 'organizationId'],
  'GET /apikey': ['page', 'limit', 'type'],
  'POST /apikey': ['keyName', 'permissions'],
  'PUT /apikey/:id': ['id', 'keyName', 'permissions'],
  'DELETE /apikey/:id': ['id'],
  'GET /verify/apikey/:apikey': ['apikey'],
}

/** Parameters whose effect tests of their own show, where it takes a scene of its own. */
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /account/verify user.tempToken': 'account-life.test.ts',
  'POST /account/verify user.password': 'open-registration.test.ts',
  'POST /account/resend-verification email': 'account-life.test.ts',
  'POST /auth/login code': 'second-factor.test.ts',
  'PUT /user code': 'ways-to-sign-in.test.ts',
  'PUT /user passkey': 'ways-to-sign-in.test.ts',
  'POST /auth/login passkey': 'passkeys.test.ts',
}

const routes = Object.values(allRoutes) as RouteDefinition[]
const routeOf = (call: string) => routes.find(({ method, path }) => `${method} ${path}` === call)
const covers = (parameter: string, field: string) =>
  field === parameter || field.startsWith(`${parameter}.`) || field.startsWith(`${parameter}[`)

/** All that a call takes: places of its path, its query, the fields of its body. */
function fieldsOfCall({ path, query, body }: RouteDefinition): string[] {
  const places = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [
    ...new Set([
      ...places,
      ...[query, body].flatMap((schema) => fieldsOf(schema)).map((field) => field.path),
    ]),
  ]
}

describe('each call about accounts, people, workspaces, roles and keys', () => {
  const calls = [...new Set([...Object.keys(KNOWN_CALLS), ...Object.keys(proofs)])]

  test.each(calls)('%s takes what other clients send, and nothing that no test shows', (call) => {
    const route = routeOf(call)
    expect(route, call).toBeDefined()
    const fields = route ? fieldsOfCall(route) : []
    const shown = Object.keys(proofs[call] ?? {})
    const known = (KNOWN_CALLS[call] ?? []).filter(
      (parameter) => !fields.some((field) => covers(parameter, field)),
    )
    const elsewhere = Object.keys(SHOWN_ELSEWHERE).filter((each) => each.startsWith(`${call} `))
    const all = [...shown, ...elsewhere.map((each) => each.slice(call.length + 1))]
    expect({
      unknown: known,
      unshown: fields.filter((field) => !all.some((parameter) => covers(parameter, field))),
      gone: all.filter((parameter) => !fields.some((field) => covers(parameter, field))),
    }).toEqual({ unknown: [], unshown: [], gone: [] })
  })
})

describe.each(databaseKinds)('a parameter has its effect on %s:', (kind) => {
  let world: ParameterWorld
  beforeAll(async () => {
    world = await startParameterWorld(kind)
  })
  afterAll(() => world.stop())

  /** One proof may stand for several parameters: what it came to is told of each. */
  const done = new Map<ParameterProof, Promise<void>>()
  const prove = (proof: ParameterProof) => {
    const outcome = done.get(proof) ?? proof(world)
    done.set(proof, outcome)
    return outcome
  }

  const each = Object.entries(proofs).flatMap(([call, parameters]) =>
    Object.entries(parameters).map(([name, proof]): [string, string, ParameterProof] => [call, name, proof]),
  )
  test.each(each)('%s %s', async (_call, _name, proof) => {
    await prove(proof)
  })
})
