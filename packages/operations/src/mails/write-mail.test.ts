import { expect, test } from 'vitest'
import { mailSubjects } from './mail-texts.ts'
import { writeMail } from './write-mail.ts'

const INVITER = 'eve@example.com'

/** All that a mail about a workspace of this name says, in one text. */
function said(workspace: string): string {
  const values = { inviter: INVITER, workspace }
  const { subject, paragraphs, footer } = writeMail('invitation', 'bob@example.com', {
    language: 'en',
    values,
  })
  return [subject, ...paragraphs, footer].join('\n')
}

test.each([
  'PRIZE! claim at https://evil.test/win now',
  'evil.test',
  'www.evil.test/win',
  'mail to win@evil.test',
  'ftp:evil',
  'ｅｖｉｌ．ｔｅｓｔ',
  'evil。test',
  'javascript:alert(1)',
  '” click <a href="//evil.test">here</a>',
])('a name of which a mail program would make a link is none any more: %s', (name) => {
  const text = said(name).replaceAll(INVITER, '')
  expect(text).not.toMatch(/:\/|\/\/|www\.|@|\.test|。|[<>]/)
  expect(text).toMatch(/workspace “[^“”]*” of the organisation “” in Runnel\./)
})

test('a plain name stays as it is', () => {
  for (const name of ['Sales & Support', 'Büro Köln (2)', 'Mr. Smith, Sons'])
    expect(said(name)).toContain(`“${name}”`)
})

test('a name is one line, and no mail of its own', () => {
  const text = said(`A\r\n\r\nB\u2028C\u0000${'x'.repeat(500)}😀`)
  expect(text.split('\n')).toHaveLength(5)
  expect(text).toContain('“A B C x')
  expect(text).not.toContain('x'.repeat(61))
})

test('each mail makes the names in it harmless', () => {
  const values = { name: 'evil.test', workspace: 'evil.test', organization: 'evil.test' }
  for (const about of mailSubjects) {
    const mail = writeMail(about, 'bob@example.com', { language: 'de', values })
    expect(JSON.stringify(mail)).not.toContain('evil.test')
  }
})
