import { expect, test } from 'vitest'
import { findTypes } from './find-types.ts'

const types = [
  { name: 'openAIApi', label: 'OpenAI API' },
  { name: 'azureOpenAIApi', label: 'Azure OpenAI API' },
  { name: 'httpBasicAuth', label: 'HTTP Basic Auth' },
]
const labels = (text: string) => findTypes(types, text).map(({ label }) => label)

test('types of credentials are found by label and by name, what begins so first', () => {
  expect(labels('')).toEqual(['Azure OpenAI API', 'HTTP Basic Auth', 'OpenAI API'])
  expect(labels(' openai ')).toEqual(['OpenAI API', 'Azure OpenAI API'])
  expect(labels('BASICAUTH')).toEqual(['HTTP Basic Auth'])
  expect(labels('nothing')).toEqual([])
})
