import { afterEach, expect, test, vi } from 'vitest'
import { makePdf } from '../make-pdf.fixture.ts'
import { listPagesAtOnce } from './list-pages-at-once.ts'
import { readPdf } from './read-pdf.ts'

afterEach(() => vi.restoreAllMocks())

const pagesOf = (count: number) => Array.from({ length: count }, (_, page) => [`page ${page}`])

/** How often the library looks something up while it reads so many pages that stand side by side. */
async function countLookUps(count: number): Promise<number> {
  const bytes = new Uint8Array(makePdf(pagesOf(count), { isFlat: true }))
  const { get } = Map.prototype
  let lookUps = 0
  Object.defineProperty(Map.prototype, 'get', {
    configurable: true,
    writable: true,
    value(this: Map<unknown, unknown>, key: unknown) {
      lookUps += 1
      return get.call(this, key)
    },
  })
  try {
    expect((await readPdf(bytes)).pages).toEqual(pagesOf(count).map(([text]) => text))
    return lookUps
  } finally {
    Object.defineProperty(Map.prototype, 'get', { configurable: true, writable: true, value: get })
  }
}

test('twice as many pages side by side take about twice as many steps', async () => {
  await countLookUps(210)
  expect((await countLookUps(500)) / (await countLookUps(250))).toBeLessThan(2.5)
})

test.each([
  ['that hold one another', ' ]'],
  ['that never end', ''],
])('of lists %s each byte is looked at once', (_name, end) => {
  const text = `%PDF-1.4\n1 0 obj\n<< /Type /Pages /Count 1 ${'/Kids [ 3 0 R '.repeat(2_000)}${end}`
  const read = vi.spyOn(Buffer.prototype, 'toString')
  const searched = vi.spyOn(Buffer.prototype, 'indexOf')
  listPagesAtOnce(new TextEncoder().encode(text))
  const lengths = read.mock.results.map(({ value }) => String(value).length)
  const ends = searched.mock.calls.filter(([wanted]) => wanted === ']')
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * text.length)
  expect(ends.length).toBeLessThan(3)
})
