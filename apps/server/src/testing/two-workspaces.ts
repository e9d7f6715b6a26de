import type { BuiltInRole } from '@runnel/contract'
import type { DatabaseKind } from '@runnel/db/testing'
import type { TestCaller } from './test-caller.ts'
import type { Person } from './test-people.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A role of a person: a built-in one, the id of one, or what one of its own holds. */
type Held = BuiltInRole | (string & {}) | readonly string[]

/** An organisation of two workspaces, where somebody may be much in the one and little in the other. */
export interface TwoWorkspaces {
  server: TestServer
  administrator: TestCaller
  organizationId: string
  /** Where the work is done. */
  production: string
  /** Where people try things out. */
  sandbox: string
  makeRole(permissions: readonly string[], name?: string): Promise<{ id: string; name: string }>
  /** Somebody with these roles, who shows the sandbox where they are in it, else production. */
  add(name: string, places: { sandbox?: Held; production?: Held }): Promise<Person>
  /** Shows somebody another workspace. */
  go(person: Person, workspaceId: string): Promise<unknown>
  permissionsOf(roleId: string): Promise<string[]>
  stop(): Promise<void>
}

/** Starts it; stop it in `afterAll`. */
export async function startTwoWorkspaces(kind: DatabaseKind): Promise<TwoWorkspaces> {
  const server = await startTestServer({ kind })
  const administrator = await server.administrator()
  const me = await administrator.expect<{ activeWorkspaceId: string; activeOrganizationId: string }>(
    200,
    'GET',
    '/auth/session',
  )
  const { activeOrganizationId: organizationId, activeWorkspaceId: production } = me
  const organization = server.context.db.organization(organizationId)
  const sandbox = await organization.write((writer) => writer.insertWorkspace({ name: 'Sandbox' }))
  let count = 0

  const scene: TwoWorkspaces = {
    server,
    administrator,
    organizationId,
    production,
    sandbox,
    async makeRole(permissions, name) {
      count += 1
      const made = { name: name ?? `Role ${count}`, permissions: [...permissions] }
      return { id: await organization.write((writer) => writer.insertRole(made)), name: made.name }
    },
    async add(name, held) {
      const placed = Object.entries({ [production]: held.production, [sandbox]: held.sandbox })
      const places: { workspaceId: string; role: string }[] = []
      for (const [workspaceId, role] of placed)
        if (role !== undefined)
          places.push({
            workspaceId,
            role: typeof role === 'string' ? role : (await scene.makeRole(role)).id,
          })
      const person = await server.addPerson({ name, places })
      await scene.go(person, held.sandbox === undefined ? production : sandbox)
      return person
    },
    go: ({ caller }, workspaceId) => caller.expect(200, 'POST', `/workspace/switch?id=${workspaceId}`, {}),
    permissionsOf: async (roleId) => (await organization.read.findRole(roleId))?.permissions ?? [],
    stop: () => server.stop(),
  }
  return scene
}
