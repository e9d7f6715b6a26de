import { RunnelError } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { RightsInside } from './rights-inside.ts'

describe.each(databaseKinds)('acts that are asked for again, on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  const organization = () => testing.database.organization(testing.organizationId)
  const roleOf = async ({ read }: Pick<RightsInside, 'read'>) =>
    (await read.findPlace(testing.userId, testing.workspaceId))?.roleId

  test('see what an act before them wrote, which had not ended when they began', async () => {
    const { userId, workspaceId } = testing
    const [role, other] = await Promise.all(
      ['one', 'other'].map((name) =>
        organization().write((writer) => writer.insertRole({ name, permissions: [] })),
      ),
    )
    if (!role || !other) throw new Error('Two roles were expected')
    await organization().write((writer) =>
      writer.changeWorkspaceMember({ workspaceId, userId, roleId: role }),
    )
    const begun = Promise.withResolvers<void>()
    let seen: string | undefined
    const lowering = organization().write(
      async (writer) => {
        await writer.changeWorkspaceMember({ workspaceId, userId, roleId: other })
        begun.resolve()
        // Long enough in the transaction for the other act to come to its question, were it not held up.
        for (let turn = 0; turn < 20; turn += 1)
          await writer.changeWorkspaceMember({ workspaceId, userId, roleId: other })
      },
      async () => undefined,
    )
    await begun.promise
    const giving = organization().write(
      async () => undefined,
      async (rights) => {
        seen = await roleOf(rights)
      },
    )
    await Promise.all([lowering, giving])
    expect(seen).toBe(other)
  })

  test('write nothing when the answer is no', async () => {
    const refusal = new RunnelError('forbidden', 'No')
    const write = organization().write(
      (writer) => writer.insertRole({ name: 'never', permissions: [] }),
      async () => {
        throw refusal
      },
    )
    await expect(write).rejects.toBe(refusal)
    const { rows } = await organization().read.pageRoles({ search: 'never' })
    expect(rows).toEqual([])
  })

  test('read one organisation alone', async () => {
    const other = crypto.randomUUID()
    let found: unknown = 'unasked'
    await testing.database.organization(other).write(
      async () => undefined,
      async ({ read }) => {
        found = await read.findStanding(testing.userId)
      },
    )
    expect(found).toBeUndefined()
  })
})
