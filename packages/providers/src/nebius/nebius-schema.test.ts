import type { ModelRequest } from '@runnel/node-kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import { openCaseModel } from '../testing/open-case-model.fixture.ts'
import { nebiusCase } from './nebius-case.fixture.ts'

const schema = { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'] }
const request: ModelRequest = {
  messages: [{ role: 'user', content: 'How are you?' }],
  structure: { name: 'mood', schema },
}

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await nebiusCase.startFake()
})
afterEach(() => vendor.close())

test('JSON is asked for by its schema, which may be open, and no model is made to call a tool', async () => {
  const { model } = await openCaseModel(nebiusCase, vendor)
  await model.generate(request, new AbortController().signal)
  const body = vendor.requests.at(-1)?.body
  expect(body).toHaveProperty('response_format', {
    type: 'json_schema',
    json_schema: { name: 'mood', schema },
  })
  expect(body).not.toHaveProperty('tools')
})
