import { expect, test } from 'vitest'
import { createMemoryStorage } from '../session/memory-storage.fixture.ts'
import { findLanguage, storeLanguage } from './languages.ts'

test('the language is the chosen one, else the first of the browser that we have, else English', () => {
  const storage = createMemoryStorage()
  expect(findLanguage(storage, ['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(findLanguage(storage, ['fr'])).toBe('en')
  storeLanguage(storage, 'en')
  expect(findLanguage(storage, ['de'])).toBe('en')
  expect(findLanguage(createMemoryStorage({ language: 'xx' }), ['de'])).toBe('de')
})
