import { errorStatus, REFUSAL_TEXTS, type RefusalReason, SCHEMA_FAULT_TEXTS } from '@runnel/contract'
import { expect, test } from 'vitest'
import germanCodes from './de/error-codes.json'
import german from './de/refusals.json'
import englishCodes from './en/error-codes.json'
import english from './en/refusals.json'

test('every reason has a text in each language; the English ones are those of the server, word for word', () => {
  expect(english).toEqual(REFUSAL_TEXTS)
  expect(Object.keys(german)).toEqual(Object.keys(REFUSAL_TEXTS))
})

test('no German text is the English one', () => {
  const reasons = Object.keys(REFUSAL_TEXTS) as RefusalReason[]
  expect(reasons.filter((reason) => german[reason] === english[reason])).toEqual([])
})

test('a German text of a schema goes on from the name of its field, and speaks of no type of the library', () => {
  const texts = Object.keys(SCHEMA_FAULT_TEXTS).map((reason) => german[reason as RefusalReason])
  expect(texts.filter((text) => /\b(string|number|array|boolean|undefined)\b/i.test(text))).toEqual([])
})

test('every code of an error has a text in each language, with the words of the server in it', () => {
  const codes = Object.keys(errorStatus)
  expect(Object.keys(englishCodes)).toEqual(codes)
  expect(Object.keys(germanCodes)).toEqual(codes)
  expect(Object.values(germanCodes).filter((text) => !text.includes('{{words}}'))).toEqual([])
})

test('in English the server speaks for itself', () => {
  expect(new Set(Object.values(englishCodes))).toEqual(new Set(['{{words}}']))
})
