import { expect, test } from 'vitest'
import { confirm, useConfirmStore } from './confirm-store.ts'

const question = { title: 'Delete?', description: 'It will be lost.' }
const settle = (isConfirmed: boolean) => useConfirmStore.getState().settle(isConfirmed)

test('a question shows and takes its answer', async () => {
  expect(useConfirmStore.getState().show).toBe(false)
  const answer = confirm(question)
  expect(useConfirmStore.getState()).toMatchObject({ show: true, question })
  settle(true)
  expect(await answer).toBe(true)
  expect(useConfirmStore.getState().show).toBe(false)
})

test('a second question answers the first with no and keeps its own promise', async () => {
  const first = confirm(question)
  const second = confirm({ ...question, title: 'Really?' })
  expect(await first).toBe(false)
  settle(true)
  expect(await second).toBe(true)
})
