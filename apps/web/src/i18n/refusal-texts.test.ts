import { REFUSAL_TEXTS, type RefusalReason } from '@runnel/contract'
import { expect, test } from 'vitest'
import german from './de/refusals.json'
import english from './en/refusals.json'

test('every reason has a text in each language; the English ones are those of the server, word for word', () => {
  expect(english).toEqual(REFUSAL_TEXTS)
  expect(Object.keys(german)).toEqual(Object.keys(REFUSAL_TEXTS))
})

test('no German text is the English one', () => {
  const reasons = Object.keys(REFUSAL_TEXTS) as RefusalReason[]
  expect(reasons.filter((reason) => german[reason] === english[reason])).toEqual([])
})
