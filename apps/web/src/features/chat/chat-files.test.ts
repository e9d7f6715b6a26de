import { ApiError } from '@runnel/client'
import { expect, test } from 'vitest'
import { createRunStore } from '../run-state/run-store.ts'
import { createAttachments } from './attachments/attachment-store.ts'
import type { ChatApi } from './chat-calls.ts'
import { createChatSession } from './chat-session.ts'
import { fakeStorage } from './fake-storage.fixture.ts'

const FLOW = '6a1f0a52-0d7c-4f1e-9b2e-000000000001'
const upload = { type: 'file' as const, name: 'a.png', mime: 'image/png', data: 'data:image/png;base64,AA==' }
const shown = { place: 0, name: 'a.png', mime: 'image/png' }

/** A conversation with a server that refuses every question. */
function makeRefusedChat(storage = fakeStorage()) {
  const bodies: unknown[] = []
  const api: ChatApi = {
    openStream: (_name, ...[input]) => {
      bodies.push(input && 'body' in input ? input.body : undefined)
      return Promise.reject(
        new ApiError('a.png is no image.', { status: 400, code: 'uploads_not_supported' }),
      )
    },
    abortChat: () => Promise.resolve({ status: 200, message: 'Aborted' }),
    listInternalMessages: () => Promise.resolve([]),
  }
  const chat = createChatSession({
    api,
    storage,
    run: createRunStore((show) => show()),
    prepare: () => Promise.resolve({ flowId: FLOW, useDraft: true }),
  })
  return { chat, bodies, storage }
}

test('files go with the question and are shown with it', async () => {
  const { chat, bodies } = makeRefusedChat()
  await chat.open(FLOW)
  await chat.send({ question: 'What is it?', uploads: [upload] })
  expect(bodies).toMatchObject([{ input: { question: 'What is it?', uploads: [upload] } }])
  expect(chat.store.getState().entries?.[0]).toMatchObject({
    text: 'What is it?',
    files: [{ ...shown, data: upload.data }],
  })
})

test('a refused question gives its files back, and is there with their names when the page comes again', async () => {
  const { chat, storage } = makeRefusedChat()
  const attachments = createAttachments(chat.store, () => Promise.resolve(upload.data))
  await chat.open(FLOW)
  await attachments.add([new File(['x'], 'a.png', { type: 'image/png' })], {
    seen: ['image/png'],
    asText: [],
    searched: [],
  })
  await chat.send({ question: 'What is it?', uploads: attachments.take('What is it?') })
  expect(attachments.store.getState()).toMatchObject({
    items: [{ name: 'a.png', data: upload.data }],
    returned: 'What is it?',
  })

  const again = makeRefusedChat(storage).chat
  await again.open(FLOW)
  expect(again.store.getState().entries).toMatchObject([
    { text: 'What is it?', files: [shown] },
    { failure: { message: 'a.png is no image.' } },
  ])
})
