import { databaseKinds } from '@runnel/db/testing'
import type { ArrivedMail } from '@runnel/drivers/testing'
import { type MailSubject, mailSubjects, writeMail } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSecrets } from '../testing/canary-credentials.ts'
import { APP_URL } from '../testing/people-scene.ts'
import { sendEveryMail } from '../testing/send-every-mail.ts'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'

/** The one link that a mail of a kind may hold: the page that it opens, and what its address carries. */
const LINKS: Record<MailSubject, { page: string; carries: string[] } | 'none'> = {
  invitation: { page: '/register', carries: ['token', 'email'] },
  added: { page: '/login', carries: [] },
  reset: { page: '/reset-password', carries: ['token', 'email'] },
  verification: { page: '/verify', carries: ['token'] },
  hasAccount: { page: '/login', carries: [] },
  emailChange: { page: '/confirm-email-change', carries: ['token'] },
  emailChangeAsked: 'none',
  addressTaken: 'none',
  emailChanged: 'none',
  passwordChanged: 'none',
  passkeyAdded: 'none',
  passkeyRemoved: 'none',
  secondFactorOn: 'none',
  secondFactorOff: 'none',
  recoveryCodesReplaced: 'none',
  recoveryCodeUsed: 'none',
  secondFactorReset: 'none',
  identityLinked: 'none',
  identityUnlinked: 'none',
}
/** What no word of a mail looks like: keys, tokens, ids and hashes do. */
const OPAQUE = /[\w+/=-]{20,}/g

const subjects = new Map(
  mailSubjects.map((about) => [writeMail(about, '', { language: 'en' }).subject, about]),
)

/** What a mail is about, by its subject. */
function aboutOf({ raw }: ArrivedMail): MailSubject | undefined {
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? ''
  return subjects.get(subject.replaceAll(/\r\n[ \t]/g, ' '))
}

const linksOf = ({ text }: ArrivedMail): string[] =>
  (text.match(/http\S+/g) ?? []).filter((link) => link.startsWith(APP_URL))

/** All of a mail, as it went over the line and as it is read. */
const allOf = ({ raw, text, html }: ArrivedMail) => [raw, text, html].join('\n')

const tokensOf = (mail: ArrivedMail): string[] =>
  linksOf(mail).flatMap((link) => new URL(link).searchParams.get('token') ?? [])

describe.each(databaseKinds)('mails on %s', (kind) => {
  let scene: SignOnScene
  let secrets: Map<string, string>
  let mails: ArrivedMail[]
  beforeAll(async () => {
    scene = await startSignOnScene(kind, { hasMail: true, env: { HOST: 'localhost' } })
    secrets = await sendEveryMail(scene)
    mails = scene.mail?.mails ?? []
  })
  afterAll(() => scene.stop())

  test('of every kind went out', () => {
    expect([...new Set(mails.map(aboutOf))].toSorted()).toEqual(Object.keys(LINKS).toSorted())
    expect(mailSubjects.toSorted()).toEqual(Object.keys(LINKS).toSorted())
  })

  test('hold no secret of anybody', () => {
    expect(secrets.size).toBeGreaterThan(30)
    for (const mail of mails)
      expect([aboutOf(mail), findSecrets(secrets, allOf(mail))]).toEqual([aboutOf(mail), []])
  })

  test('hold the one link of their purpose, once, and its token stands in no other mail', () => {
    for (const mail of mails) {
      const about = aboutOf(mail)
      const links = linksOf(mail).map((link) => new URL(link))
      const told = links.map(({ pathname, searchParams }) => ({
        page: pathname,
        carries: [...searchParams.keys()],
      }))
      const allowed = about && LINKS[about]
      expect([about, told]).toEqual([about, allowed === 'none' ? [] : [allowed]])
      const targets = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
      expect([about, targets]).toEqual([about, links.map(({ href }) => href.replaceAll('&', '&amp;'))])
      for (const token of tokensOf(mail)) {
        expect([about, mail.text.split(token).length - 1]).toEqual([about, 1])
        const others = mails.filter((other) => other !== mail && allOf(other).includes(token))
        expect([about, others.map(aboutOf)]).toEqual([about, []])
      }
    }
    const tokens = mails.flatMap(tokensOf)
    expect(new Set(tokens).size).toBe(tokens.length)
    expect(tokens.length).toBeGreaterThan(5)
  })

  test('hold nothing beside that link that looks like a key, a token or an id', () => {
    for (const mail of mails) {
      const [link = ''] = linksOf(mail)
      const shown = mail.html.replaceAll(/ style="[^"]*"/g, '').replaceAll(link.replaceAll('&', '&amp;'), '')
      const words = [mail.text.replace(link, ''), shown].join('\n')
      expect([aboutOf(mail), words.match(OPAQUE) ?? []]).toEqual([aboutOf(mail), []])
    }
  })
})
