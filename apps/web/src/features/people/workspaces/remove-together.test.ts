import { ApiError } from '@runnel/client'
import type { WorkspaceUser } from '@runnel/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { removeTogether } from './remove-together.ts'

const { unlink, readPlace } = vi.hoisted(() => ({ unlink: vi.fn(), readPlace: vi.fn() }))
vi.mock('../../../app/api.ts', () => ({ api: { unlinkWorkspaceUsers: unlink } }))
vi.mock('../people-queries.ts', () => ({ readPlace }))

const placeOf = (userId: string, changes: Partial<WorkspaceUser> = {}) =>
  ({
    userId,
    workspaceId: 'lab',
    isOrgOwner: false,
    may: { change: true, delete: true },
    ...changes,
  }) as WorkspaceUser
const places = ['cara', 'carl', 'cleo'].map((userId) => placeOf(userId))
const remove = (readPage: () => Promise<WorkspaceUser[]>) =>
  removeTogether({ workspaceId: 'lab', places, selfId: 'ada', readPage })
const outcomesOf = (removals: Awaited<ReturnType<typeof remove>>) => removals.map(({ outcome }) => outcome)
const refusal = (status: number, code: string) => new ApiError('no', { status, code })

beforeEach(() => {
  unlink.mockReset()
  readPlace.mockReset()
})

test('all are removed by one call', async () => {
  expect(outcomesOf(await remove(async () => places))).toEqual(['removed', 'removed', 'removed'])
  expect(unlink.mock.calls).toEqual([
    [{ params: { id: 'lab' }, body: { userIds: ['cara', 'carl', 'cleo'] } }],
  ])
  expect(readPlace).not.toHaveBeenCalled()
})

test('who left meanwhile, or is out of reach by now, is left out and told; who moved to another page goes', async () => {
  readPlace.mockImplementation(async ({ userId }) => (userId === 'cara' ? places[0] : undefined))
  const now = [placeOf('cleo', { isOrgOwner: true })]
  expect(outcomesOf(await remove(async () => now))).toEqual(['removed', 'gone', 'administrator'])
  expect(unlink.mock.calls).toEqual([[{ params: { id: 'lab' }, body: { userIds: ['cara'] } }]])
})

test('where nobody is left to be removed nothing is called', async () => {
  readPlace.mockResolvedValue(undefined)
  expect(outcomesOf(await remove(async () => []))).toEqual(['gone', 'gone', 'gone'])
  expect(unlink).not.toHaveBeenCalled()
})

test('whoever is overtaken between the look and the call looks once more, and gives up then', async () => {
  unlink.mockRejectedValueOnce(refusal(404, 'not_found'))
  readPlace.mockResolvedValue(undefined)
  const pages = [places, places.slice(1)]
  expect(outcomesOf(await remove(async () => pages.shift() ?? []))).toEqual(['gone', 'removed', 'removed'])
  unlink.mockRejectedValue(refusal(404, 'not_found'))
  await expect(remove(async () => places)).rejects.toMatchObject({ status: 404 })
})

test('what is no matter of one of them is thrown at once: nobody was removed', async () => {
  unlink.mockRejectedValue(refusal(503, 'unavailable'))
  await expect(remove(async () => places)).rejects.toMatchObject({ status: 503 })
  expect(unlink).toHaveBeenCalledOnce()
})
