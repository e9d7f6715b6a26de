import { afterEach, expect, test } from 'vitest'
import { keepWork, mayLeavePage } from './leave-question.ts'

const gone: (() => void)[] = []
afterEach(() => {
  for (const go of gone.splice(0)) go()
})

/** A page whose person answers as said. */
function openPage({ answer, isChanged = true }: { answer: boolean; isChanged?: boolean }) {
  const page = { asked: 0, isReleased: false }
  const leave = keepWork({
    mayBeLost: () => isChanged && !page.isReleased,
    ask: async () => {
      page.asked += 1
      return answer
    },
    release: () => {
      page.isReleased = true
    },
  })
  gone.push(leave)
  return { page, leave }
}

test('where nothing would be lost nobody is asked', async () => {
  const { page } = openPage({ answer: false, isChanged: false })
  expect(await mayLeavePage()).toBe(true)
  expect(page.asked).toBe(0)
})

test('who wants to keep the work stays, and is asked again the next time', async () => {
  const { page } = openPage({ answer: false })
  expect(await mayLeavePage()).toBe(false)
  expect(await mayLeavePage()).toBe(false)
  expect(page).toEqual({ asked: 2, isReleased: false })
})

test('one answer is enough: the page that is left then asks no more', async () => {
  const { page } = openPage({ answer: true })
  expect(await mayLeavePage()).toBe(true)
  expect(await mayLeavePage()).toBe(true)
  expect(page).toEqual({ asked: 1, isReleased: true })
})

test('work that is to stay keeps other work from being given up', async () => {
  const first = openPage({ answer: true })
  openPage({ answer: false })
  expect(await mayLeavePage()).toBe(false)
  expect(first.page.isReleased).toBe(false)
})

test('a page that is gone is not asked', async () => {
  const { page, leave } = openPage({ answer: false })
  leave()
  expect(await mayLeavePage()).toBe(true)
  expect(page.asked).toBe(0)
})
