import { beforeEach, describe, expect, test } from 'vitest'
import { makeId } from '../../make-id.ts'
import { clearStoredChat, readStoredChat, writeStoredChat } from './stored-chat.ts'

const entries = new Map<string, string>()
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
}
beforeEach(() => entries.clear())

describe('what the browser keeps of a conversation', () => {
  test('is read back, and a change leaves the rest [S3-MISC-05 S3-MISC-06]', () => {
    writeStoredChat(storage, 'f', { chatId: 'c', runId: 'r' })
    writeStoredChat(storage, 'f', { runId: undefined })
    expect(readStoredChat(storage, 'f')).toEqual({ chatId: 'c' })
    expect([...entries.keys()]).toEqual(['f_INTERNAL'])
  })

  test('is cleared whole without a lead, and down to the lead with one [S4-SESS-06]', () => {
    writeStoredChat(storage, 'f', { chatId: 'c' })
    clearStoredChat(storage, 'f')
    expect(entries.size).toBe(0)
    entries.set('f_INTERNAL', JSON.stringify({ chatId: 'c', lead: { email: 'a@b.c' } }))
    clearStoredChat(storage, 'f')
    expect(readStoredChat(storage, 'f')).toEqual({ lead: { email: 'a@b.c' } })
  })

  test('counts as nothing when it cannot be read', () => {
    entries.set('f_INTERNAL', '{broken')
    expect(readStoredChat(storage, 'f')).toEqual({})
  })
})

test('a chat id is a UUID', () => {
  expect(makeId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
