import type { ChatMessage } from '@runnel/contract'
import { expect, test } from 'vitest'
import {
  isDrawable,
  liesElsewhere,
  nameFiles,
  readNamedFiles,
  readStoredFiles,
  showUploads,
} from './shown-file.ts'

const messageOf = (fileUploads: unknown) =>
  ({ chatflowid: 'f1', chatId: 'c1', fileUploads }) as unknown as ChatMessage

test('a stored message names the files that the server keeps, and those that lie elsewhere', () => {
  const [kept, text, elsewhere, ...others] = readStoredFiles(
    messageOf([
      { type: 'stored-file', name: 'a.png', mime: 'image/png', fileId: 'x' },
      { type: 'stored-file:full', name: 'c.pdf', mime: 'application/pdf', fileId: 'y' },
      { type: 'url', name: 'b.png', mime: 'image/png', data: 'https://a.example/b.png' },
      'unreadable',
      { type: 'stored-file' },
    ]),
  )
  expect(kept).toEqual({
    place: 0,
    name: 'a.png',
    mime: 'image/png',
    keptFor: { chatflowId: 'f1', chatId: 'c1' },
  })
  expect(text).toMatchObject({ name: 'c.pdf', keptFor: { chatflowId: 'f1', chatId: 'c1' } })
  expect(elsewhere).toEqual({ place: 2, name: 'b.png', mime: 'image/png', data: 'https://a.example/b.png' })
  expect(others).toEqual([])
  expect(readStoredFiles(messageOf(undefined))).toEqual([])
})

test('images are drawn from here only', () => {
  const mime = 'image/png'
  expect(isDrawable({ place: 0, name: 'a', mime, keptFor: { chatflowId: 'f', chatId: 'c' } })).toBe(true)
  expect(isDrawable({ place: 0, name: 'a', mime, data: 'data:image/png;base64,AA' })).toBe(true)
  expect(
    isDrawable({ place: 0, name: 'a', mime: 'application/pdf', data: 'data:application/pdf;base64,AA' }),
  ).toBe(false)
  const elsewhere = { place: 0, name: 'a', mime, data: 'https://a.example/a.png' }
  expect([isDrawable(elsewhere), liesElsewhere(elsewhere)]).toEqual([false, true])
})

test('what is sent is shown from what was sent', () => {
  const data = 'data:image/png;base64,AA'
  expect(showUploads([{ type: 'file', name: 'a.png', mime: 'image/png', data }])).toEqual([
    { place: 0, name: 'a.png', mime: 'image/png', data },
  ])
  expect(showUploads()).toEqual([])
})

test('the browser remembers names, not what is in the files', () => {
  const file = { place: 0, name: 'a.png', mime: 'image/png' }
  const kept = nameFiles([{ ...file, data: 'data:image/png;base64,AA' }])
  expect(kept).toEqual([{ name: 'a.png', mime: 'image/png' }])
  expect(readNamedFiles(kept)).toEqual([file])
  expect(readNamedFiles('unreadable')).toEqual([])
})
