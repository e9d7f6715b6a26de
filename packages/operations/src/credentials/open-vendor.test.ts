import type { Component } from '@runnel/node-kit'
import { expect, test, vi } from 'vitest'
import type { OperationContext } from '../context.ts'
import { createCredentialOpener, openVendor } from './open-vendor.ts'

const MINUTE_MS = 60_000
const component = { nodeId: 'model_0', type: 'model', credentials: {}, values: {} } as unknown as Component

/** With what the calls of a vendor are made. */
async function callOptions(kind: 'chatModel' | 'embedder' | 'imageModel') {
  const fetchWith = vi.fn()
  const context = { catalogue: { find: () => undefined }, egress: { fetchWith } }
  const known = context as unknown as OperationContext
  await openVendor(known, component, {
    kind,
    credentials: createCredentialOpener(known, 'a-workspace'),
    consentedHosts: [],
    readFile: () => Promise.reject(new Error('no file')),
  } as unknown as Parameters<typeof openVendor>[2])
  return fetchWith.mock.calls[0]?.[0]
}

test('a model may think for ten minutes before it begins to answer, and its answer is not without end', async () => {
  expect(await callOptions('chatModel')).toEqual({
    headersTimeoutMs: 10 * MINUTE_MS,
    maxBytes: 8 * 1024 * 1024,
  })
})

test('what embeds may take as long', async () => {
  expect(await callOptions('embedder')).toEqual({ headersTimeoutMs: 10 * MINUTE_MS })
})

test('a picture may take as long, and be larger than a text', async () => {
  expect(await callOptions('imageModel')).toEqual({
    headersTimeoutMs: 10 * MINUTE_MS,
    maxBytes: 32 * 1024 * 1024,
  })
})
