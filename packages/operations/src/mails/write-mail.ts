import type { Mail } from '@runnel/drivers'
import { type MailLanguage, type MailSubject, type MailText, mailTexts } from './mail-texts.ts'

const LONGEST_VALUE = 200
const LONGEST_NAME = 60

/** Values that are addresses and meant to be: that they are whose they say was checked. All others are names. */
const ADDRESSES = new Set(['inviter', 'by', 'email', 'issuer'])

const inOneLine = (value: string) => value.replaceAll(/[\s\p{C}]+/gu, ' ').trim()

/**
 * A name without what a program that shows mails makes a link of: schemes, domains, addresses of mail. Dots before a blank,
 * and at the end, end a sentence and stay.
 */
const harmlessName = (name: string) =>
  inOneLine(inOneLine(name.normalize('NFKC')).replaceAll(/[/\\@:<>"“”„\u3002\uff61]+|\.(?=\S)/gu, ' '))

function shorten(value: string, most: number): string {
  const signs = Array.from(value)
  return signs.length > most ? `${signs.slice(0, most).join('')}…` : value
}

/** What people named themselves and their things: nobody writes a mail of their own into ours. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name] ?? ''
    return ADDRESSES.has(name)
      ? shorten(inOneLine(value), LONGEST_VALUE)
      : shorten(harmlessName(value), LONGEST_NAME)
  })
}

/** The mail about something, to one person. */
export function writeMail(
  about: MailSubject,
  to: string,
  {
    language,
    values = {},
    url,
  }: { language: MailLanguage; values?: Readonly<Record<string, string>>; url?: string | undefined },
): Mail {
  const text: MailText = mailTexts[about][language]
  return {
    to,
    subject: text.subject,
    paragraphs: text.paragraphs.map((paragraph) => fill(paragraph, values)),
    ...(text.action !== undefined && url !== undefined ? { action: { label: text.action, url } } : {}),
    footer: fill(text.footer, values),
  }
}
