import { ApiError } from '@runnel/client'
import { expect, test } from 'vitest'
import { useConfirmStore } from '../../ui/confirm/confirm-store.ts'
import { askBeforeLockOut } from './ask-before-lock-out.ts'

const refusal = (count: number) =>
  new ApiError('no', {
    status: 409,
    code: 'conflict',
    reason: 'ways_in_lost',
    details: { count: String(count) },
  })

/** An act of a server that expects to be told how many it locks out, each time another number. */
function actOf(...counts: number[]) {
  const told: (number | undefined)[] = []
  const act = async (known: number | undefined) => {
    told.push(known)
    const count = counts[told.length - 1]
    if (count !== undefined) throw refusal(count)
    return 'done'
  }
  return { told, act }
}

/** Answers the questions as they come. */
async function answer(...answers: boolean[]) {
  for (const isConfirmed of answers) {
    await expect.poll(() => useConfirmStore.getState().question).toMatchObject({ isDangerous: true })
    useConfirmStore.getState().settle(isConfirmed)
  }
}

test('what locks nobody out is done without a question', async () => {
  const { told, act } = actOf()
  expect(await askBeforeLockOut(act)).toBe('done')
  expect([told, useConfirmStore.getState().question]).toEqual([[undefined], undefined])
})

test('how many are locked out is asked about, and asked again where they are others meanwhile', async () => {
  const { told, act } = actOf(2, 3)
  const [outcome] = await Promise.all([askBeforeLockOut(act), answer(true, true)])
  expect([outcome, told]).toEqual(['done', [undefined, 2, 3]])
})

test('without a yes nothing is done', async () => {
  const { told, act } = actOf(1)
  const [outcome] = await Promise.all([askBeforeLockOut(act), answer(false)])
  expect([outcome, told]).toEqual([undefined, [undefined]])
})

test('other refusals are told as they are', async () => {
  const other = new ApiError('no', { status: 409, code: 'conflict', reason: 'last_way_in' })
  await expect(askBeforeLockOut(() => Promise.reject(other))).rejects.toBe(other)
  await expect(askBeforeLockOut(() => Promise.reject(refusal(Number.NaN)))).rejects.toBeInstanceOf(ApiError)
})
