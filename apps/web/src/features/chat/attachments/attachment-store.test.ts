import { expect, test } from 'vitest'
import { createChatStore } from '../chat-store.ts'
import { createAttachments } from './attachment-store.ts'

const rules = { seen: ['image/png'], asText: [], searched: [] }
const png = (name: string) => new File(['x'], name, { type: 'image/png' })
const read = (file: File) =>
  file.name === 'gone.png' ? Promise.reject(new Error('gone')) : Promise.resolve(`data:${file.name}`)

function makeAttachments() {
  const chat = createChatStore('c1')
  const attachments = createAttachments(chat, read)
  const names = () => attachments.store.getState().items.map(({ name }) => name)
  return { chat, attachments, names, state: attachments.store.getState }
}

test('files are read, those that cannot be are named', async () => {
  const { attachments, state } = makeAttachments()
  await attachments.add([png('a.png'), png('gone.png'), new File(['x'], 'a.txt')], rules)
  expect(state()).toMatchObject({
    items: [{ name: 'a.png', mime: 'image/png', size: 1, data: 'data:a.png' }],
    refused: [
      { name: 'a.txt', reason: 'type' },
      { name: 'gone.png', reason: 'unreadable' },
    ],
  })
  attachments.remove(state().items[0]?.id ?? '')
  expect(state()).toMatchObject({ items: [], refused: [] })
})

test('files go with a question that is taken', async () => {
  const { chat, attachments, names, state } = makeAttachments()
  await attachments.add([png('a.png')], rules)
  expect(attachments.take('What is it?')).toEqual([
    { type: 'file', name: 'a.png', mime: 'image/png', data: 'data:a.png' },
  ])
  chat.setState({ phase: 'sending' })
  chat.setState({ phase: 'running' })
  chat.setState({ phase: 'idle' })
  expect(names()).toEqual([])
  expect(state().returned).toBe('')
})

test('files and words of a question that is not taken come back, before what came meanwhile', async () => {
  const { chat, attachments, names, state } = makeAttachments()
  await attachments.add([png('a.png')], rules)
  attachments.take('What is it?')
  chat.setState({ phase: 'sending' })
  await attachments.add([png('b.png')], rules)
  chat.setState({ phase: 'idle' })
  expect(names()).toEqual(['a.png', 'b.png'])
  expect(state().returned).toBe('What is it?')
})

test('a question without files does not come back', () => {
  const { chat, attachments, state } = makeAttachments()
  expect(attachments.take('Hi')).toEqual([])
  chat.setState({ phase: 'sending' })
  chat.setState({ phase: 'idle' })
  expect(state().returned).toBe('')
})
