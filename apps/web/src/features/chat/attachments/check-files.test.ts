import { expect, test } from 'vitest'
import { checkFiles } from './check-files.ts'

const MEGABYTE = 1024 * 1024
const rules = { seen: ['image/png'], asText: ['application/pdf'], searched: [] }
const png = (name: string, size = 10) => ({ name, type: 'image/png', size })

test('files that a flow takes are taken, the others are named with the reason', () => {
  const files = [
    png('a.png'),
    { name: 'a.txt', type: 'text/plain', size: 1 },
    png('none.png', 0),
    png('full.png', 5 * MEGABYTE),
    png('large.png', 5 * MEGABYTE + 1),
  ]
  expect(checkFiles(files, { held: [], rules })).toEqual({
    taken: [files[0], files[3]],
    refused: [
      { name: 'a.txt', reason: 'type' },
      { name: 'none.png', reason: 'empty' },
      { name: 'large.png', reason: 'size' },
    ],
  })
})

test('files beyond the number of a question are refused, those that it has are counted', () => {
  const held = Array.from({ length: 9 }, () => ({ size: 1 }))
  const { taken, refused } = checkFiles([png('tenth.png'), png('next.png')], { held, rules })
  expect(taken.map(({ name }) => name)).toEqual(['tenth.png'])
  expect(refused).toEqual([{ name: 'next.png', reason: 'count' }])
})

test('files that no request can carry together are refused', () => {
  const held = Array.from({ length: 7 }, () => ({ size: 5 * MEGABYTE }))
  expect(checkFiles([png('a.png')], { held, rules }).refused).toEqual([{ name: 'a.png', reason: 'total' }])
})

test('documents may be larger than what models see', () => {
  const pdf = (size: number) => ({ name: `${size}.pdf`, type: 'application/pdf', size: size * MEGABYTE })
  expect(checkFiles([pdf(9), pdf(11)], { held: [], rules })).toMatchObject({
    taken: [{ name: '9.pdf' }],
    refused: [{ name: '11.pdf', reason: 'documentSize' }],
  })
})
