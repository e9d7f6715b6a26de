import { expect, test } from 'vitest'
import { chooseService, findChosen, readFlowSpeech, readServices } from './flow-speech.ts'

test('a service is chosen, and what was kept of another one stays', () => {
  const before = readServices('{"groqWhisper":{"credentialId":"g","status":true}}')
  const text = chooseService(before, { name: 'openAIWhisper', values: { credentialId: 'o', language: 'en' } })
  expect(JSON.parse(text)).toEqual({
    groqWhisper: { credentialId: 'g', status: false },
    openAIWhisper: { credentialId: 'o', language: 'en', status: true },
  })
  expect(findChosen(readServices(text))).toBe('openAIWhisper')
  expect(findChosen(readServices(chooseService(readServices(text), undefined)))).toBeUndefined()
})

test('a flow says whether it hears, speaks, and reads its answers out', () => {
  expect(readFlowSpeech({})).toEqual({ hears: false, speaks: false, readsOut: false })
  expect(
    readFlowSpeech({
      speechToText: '{"openAIWhisper":{"status":true}}',
      textToSpeech: '{"openai":{"status":true,"autoPlay":true}}',
    }),
  ).toEqual({ hears: true, speaks: true, readsOut: true })
  expect(readFlowSpeech({ speechToText: 'broken', textToSpeech: '{"openai":{"autoPlay":true}}' })).toEqual({
    hears: false,
    speaks: false,
    readsOut: false,
  })
})
