import { expect, test } from 'vitest'
import { confirm, useConfirmStore } from './confirm-store.ts'

const question = { title: 'Delete?', description: 'It will be lost.' }
const settle = (isConfirmed: boolean) => useConfirmStore.getState().settle(isConfirmed)

test('a question shows, takes its answer, and leaves nothing behind [S4-CANVAS-05 S4-CANVAS-06 S3-STATE-05 S2-DLG-09]', async () => {
  expect(useConfirmStore.getState().show).toBe(false)
  const closed = useConfirmStore.getState()
  const named = { ...question, confirmButtonName: 'Go', cancelButtonName: 'Stay', customBtnId: 'go' }
  const answer = confirm(named)
  expect(useConfirmStore.getState()).toMatchObject({ show: true, question: named })
  settle(true)
  expect(await answer).toBe(true)
  expect(useConfirmStore.getState()).toEqual(closed)
})

test('a second question answers the first with no and keeps its own promise', async () => {
  const first = confirm(question)
  const second = confirm({ ...question, title: 'Really?' })
  expect(await first).toBe(false)
  settle(true)
  expect(await second).toBe(true)
})
