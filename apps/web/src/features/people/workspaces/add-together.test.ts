import { ApiError } from '@runnel/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { addTogether } from './add-together.ts'

const { link } = vi.hoisted(() => ({ link: vi.fn() }))
vi.mock('../../../app/api.ts', () => ({ api: { linkWorkspaceUsers: link } }))

const candidates = ['cara', 'carl', 'cleo'].map((userId) => ({ userId, name: userId }))
const add = (some = candidates) => addTogether({ workspaceId: 'lab', roleId: 'viewer', candidates: some })
const refusal = (status: number, code: string) => new ApiError('no', { status, code })
/** A server that takes all or none, and refuses some people. */
const refusing = (statuses: Record<string, number>) =>
  link.mockImplementation(async ({ body }: { body: { users: { userId: string }[] } }) => {
    for (const { userId } of body.users) {
      const status = statuses[userId]
      if (status !== undefined) throw refusal(status, status === 404 ? 'not_found' : 'conflict')
    }
  })

beforeEach(() => {
  link.mockReset()
})

test('all are added by one call, with one role', async () => {
  expect(await add()).toEqual(candidates.map((candidate) => ({ candidate })))
  const users = candidates.map(({ userId }) => ({ userId, roleId: 'viewer' }))
  expect(link.mock.calls).toEqual([[{ params: { id: 'lab' }, body: { users } }]])
})

test('where some stand in the way the others are added all the same, and each is told', async () => {
  refusing({ carl: 409, cleo: 404 })
  const statuses = (await add()).map(({ error }) => (error as ApiError | undefined)?.status)
  expect(statuses).toEqual([undefined, 409, 404])
})

test('where all are refused, but not for the same, it is told of each', async () => {
  link.mockImplementation(async ({ body }: { body: { users: { userId: string }[] } }) => {
    const [user] = body.users
    throw new ApiError(`${user?.userId} is in it already`, { status: 409, code: 'conflict' })
  })
  const words = (await add()).map(({ error }) => (error as ApiError).message)
  expect(words).toEqual(['cara', 'carl', 'cleo'].map((userId) => `${userId} is in it already`))
})

test('what is refused of everybody in the same words, of the only one, or for another reason is thrown', async () => {
  refusing({ cara: 404, carl: 404, cleo: 404 })
  await expect(add()).rejects.toMatchObject({ status: 404 })
  refusing({ cara: 409 })
  await expect(add(candidates.slice(0, 1))).rejects.toMatchObject({ status: 409 })
  link.mockReset()
  link.mockRejectedValue(refusal(403, 'forbidden'))
  await expect(add()).rejects.toMatchObject({ status: 403 })
  expect(link).toHaveBeenCalledOnce()
})
