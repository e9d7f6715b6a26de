import { join } from 'node:path'
import { expect, test } from 'vitest'
import { QUESTIONS } from './questions.ts'
import { readPassages } from './read-passages.ts'

test('every question is answered by one passage of the docs', () => {
  const passages = readPassages(join(import.meta.dirname, '../../..'))
  const found = QUESTIONS.map(({ passage }) => ({
    passage,
    times: passages.filter((text) => text.includes(passage)).length,
  }))
  expect(found.filter(({ times }) => times !== 1)).toEqual([])
})
