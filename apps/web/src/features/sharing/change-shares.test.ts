import { ApiError } from '@runnel/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeShares } from './change-shares.ts'

const { list, replace } = vi.hoisted(() => ({ list: vi.fn(), replace: vi.fn() }))
vi.mock('../../app/api.ts', () => ({ api: { listShares: list, replaceShares: replace } }))

const sharedWith = (...ids: string[]) => ids.map((workspaceId) => ({ workspaceId }))
const change = (first: string[], chosen: string[]) =>
  changeShares({ item: { id: 'key', kind: 'credential' }, first, chosen })
const refusal = (status: number, code: string) => new ApiError('no', { status, code })

beforeEach(() => {
  list.mockReset()
  replace.mockReset()
})

test('what others changed since the page was read stays', async () => {
  list.mockResolvedValue(sharedWith('lab', 'market'))
  // They took it back from the office, and shared it with the market.
  await change(['lab', 'office'], ['lab', 'office', 'annexe'])
  expect(replace.mock.calls).toEqual([
    [
      {
        params: { id: 'key' },
        body: {
          itemType: 'credential',
          workspaceIds: ['lab', 'market', 'annexe'],
          knownWorkspaceIds: ['lab', 'market'],
        },
      },
    ],
  ])
})

test('what is taken out goes, also where others shared it with more', async () => {
  list.mockResolvedValue(sharedWith('lab', 'market', 'office'))
  await change(['lab', 'office'], ['lab'])
  expect(replace.mock.calls[0]?.[0].body.workspaceIds).toEqual(['lab', 'market'])
})

test('where others are quicker it looks again, and gives up after some times', async () => {
  list.mockResolvedValueOnce([]).mockResolvedValue(sharedWith('market'))
  replace.mockRejectedValueOnce(refusal(409, 'conflict')).mockResolvedValueOnce({})
  await change([], ['lab'])
  expect(replace.mock.calls[1]?.[0].body).toMatchObject({ workspaceIds: ['market', 'lab'] })
  replace.mockReset().mockRejectedValue(refusal(409, 'conflict'))
  await expect(change([], ['lab'])).rejects.toMatchObject({ status: 409 })
  expect(replace).toHaveBeenCalledTimes(3)
})

test('a refusal of another kind is told at once', async () => {
  list.mockResolvedValue([])
  replace.mockRejectedValue(refusal(403, 'forbidden'))
  await expect(change([], ['lab'])).rejects.toMatchObject({ status: 403 })
  expect(replace).toHaveBeenCalledTimes(1)
})
