import { expect, test } from 'vitest'
import { readSurrounded } from './surroundings.ts'

const chunk = (n: number, text: string, { part = 0, source = '' } = {}) => ({
  n,
  part,
  text,
  metadata: JSON.stringify(source === '' ? {} : { source }),
})

async function readAll(rows: ReturnType<typeof chunk>[], size: number) {
  const list = async (after: number) => rows.filter(({ n }) => n > after).slice(0, size)
  const found = []
  for await (const some of readSurrounded(list)) found.push(...some)
  return found.map(({ row: { text }, ...around }) => ({ text, ...around }))
}

test('a chunk of a short document is shown with the whole of it, however it is read', async () => {
  const rows = ['one', 'two', 'three', 'four'].map((text, index) => chunk(index * 2 + 1, text))
  for (const size of [1, 2, 4, 9]) {
    const [first, second] = await readAll(rows, size)
    expect(first).toMatchObject({ text: 'one', beginning: [], before: [] })
    expect(second?.before).toEqual(['one'])
  }
  expect((await readAll(rows, 4))[2]).toEqual({
    text: 'three',
    beginning: [],
    before: ['one', 'two'],
    after: ['four'],
  })
})

test('files and pages of one loader are documents of their own', async () => {
  const rows = [
    chunk(1, 'page one', { source: 'https://example.com/1' }),
    chunk(2, 'page two', { source: 'https://example.com/2' }),
    chunk(3, 'file one', { part: 1 }),
    chunk(4, 'file two', { part: 2 }),
  ]
  for (const found of await readAll(rows, 9))
    expect(found).toMatchObject({ beginning: [], before: [], after: [] })
})

test('of a long document a chunk is shown with its beginning and what stands near', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => chunk(index + 1, `${index} `.padEnd(1_000, 'x')))
  const found = await readAll(rows, 10)
  const far = found[25]
  expect(far?.beginning[0]?.slice(0, 2)).toBe('0 ')
  expect(far?.before.map((text) => Number.parseInt(text, 10))).toEqual([17, 18, 19, 20, 21, 22, 23, 24])
  expect(far?.after).toHaveLength(8)
  expect(found[5]?.beginning).toEqual([])
})
