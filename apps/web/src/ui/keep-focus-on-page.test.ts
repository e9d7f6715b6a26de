import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocusOnPage } from './keep-focus-on-page.ts'

const body = { name: 'body' }
const row = { name: 'row' }
const main = { focus: vi.fn() }
const page = { body, activeElement: row as unknown, querySelector: () => main }
let frames: (() => void)[] = []
let events: EventTarget

function nextFrame() {
  const due = frames
  frames = []
  for (const work of due) work()
}

beforeEach(() => {
  events = new EventTarget()
  frames = []
  page.activeElement = row
  main.focus.mockReset()
  vi.stubGlobal('window', events)
  vi.stubGlobal('document', page)
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work))
})
afterEach(() => vi.unstubAllGlobals())

test('a focus that is lost already goes to the page', () => {
  page.activeElement = body
  keepFocusOnPage()
  nextFrame()
  expect(main.focus).toHaveBeenCalledOnce()
})

test('so does one that is lost some frames later, when its row is no longer drawn', () => {
  keepFocusOnPage()
  for (let frame = 0; frame < 3; frame += 1) nextFrame()
  expect(main.focus).not.toHaveBeenCalled()
  page.activeElement = null
  nextFrame()
  expect(main.focus).toHaveBeenCalledOnce()
  expect(frames).toEqual([])
})

test('who presses a key meanwhile is left alone, and a focus that stays is not watched for ever', () => {
  keepFocusOnPage()
  events.dispatchEvent(new Event('keydown'))
  page.activeElement = body
  nextFrame()
  expect(main.focus).not.toHaveBeenCalled()
  page.activeElement = row
  keepFocusOnPage()
  for (let frame = 0; frame < 100; frame += 1) nextFrame()
  expect(frames).toEqual([])
})
