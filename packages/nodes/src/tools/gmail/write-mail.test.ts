import { expect, test } from 'vitest'
import { tellMail } from './tell-mail.ts'
import { writeMail } from './write-mail.ts'

const read = (raw: string) => {
  const [head = '', body = ''] = Buffer.from(raw, 'base64url').toString('utf8').split('\r\n\r\n')
  return { head: head.split('\r\n'), body: Buffer.from(body, 'base64').toString('utf8') }
}

test('a mail is written with its headers and its text', () => {
  const { head, body } = read(writeMail({ to: 'a@b.example', subject: 'Tea', body: 'At four?\nYes' }))
  expect(head).toEqual([
    'To: a@b.example',
    'Subject: Tea',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ])
  expect(body).toBe('At four?\nYes')
})

test('no field begins another header', () => {
  const evil = 'x\r\nBcc: evil@example.com\r\n\r\nother text'
  const { head } = read(writeMail({ to: evil, subject: evil, cc: evil, body: 'x' }))
  expect(head.filter((line) => /^bcc/i.test(line))).toEqual([])
  expect(head).toHaveLength(6)
})

test('letters of all kinds stand in a subject, cut nowhere inside of one', () => {
  const subject = 'Grüße 🎉 '.repeat(20).trim()
  const { head } = read(writeMail({ to: 'a@b.example', subject, body: '<p>Hallo</p>' }))
  const words = head.join(' ').match(/=\?utf-8\?B\?[^?]+\?=/g) ?? []
  expect(words.length).toBeGreaterThan(3)
  expect(words.every((word) => word.length <= 75)).toBe(true)
  const told = words.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString('utf8'))
  expect(told.join('')).toBe(subject)
  expect(head).toContain('Content-Type: text/html; charset=utf-8')
})

test('a mail of strange parts is told as far as it can be read', () => {
  const nested = (depth: number): object =>
    depth === 0 ? { mimeType: 'text/plain', body: { data: 'SGk' } } : { parts: [nested(depth - 1)] }
  expect(tellMail({ id: 'm', payload: nested(3) } as never)).toContain('Hi')
  expect(tellMail({ id: 'm', snippet: 'Short', payload: nested(50) } as never)).toContain('Short')
  expect(tellMail({ payload: { mimeType: 'text/plain', body: { data: '!!' } } } as never)).toContain('Id: ')
  expect(tellMail(null)).toContain('Id: ')
})
