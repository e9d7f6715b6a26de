import { randomUUID } from 'node:crypto'
import type { NewMail } from '@runnel/db'
import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { MailLanguage, MailSubject } from './mail-texts.ts'
import { writeMail } from './write-mail.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** How long a mail is tried that holds no link, and any at most. */
const LONGEST_MS = DAY_MS
/** The part of a link's time in which its mail is tried: what arrives late must still be of use. */
const PART_OF_LINK = 0.75

/** A mail of ours: what about, to whom, and what stands in it. */
export interface PromisedMail {
  about: MailSubject
  to: string
  language: MailLanguage
  values?: Readonly<Record<string, string>>
  /** Where its link leads. */
  url?: string | undefined
  /** What that link is for and how long it counts, where it is a one-time link of `userId`: the mail ends with it. */
  link?: { purpose: NonNullable<NewMail['purpose']>; lastsMs: number }
  userId?: string | undefined
  /** The organisation in whose name it goes out, whose administrators are told when it does not arrive. */
  organizationId?: string | undefined
}

/** What a sealed mail is bound to. */
export const mailContext = (id: string) => `mail:${id}`

/**
 * A mail to be kept in the transaction of the act that it tells of, written and sealed; none where no mail is sent. After the
 * act, `context.outbox.wake()` sends it at once; without that, somebody does a little later.
 */
export function promiseMail(
  { mailer, vault }: Pick<OperationContext, 'mailer' | 'vault'>,
  { about, to, userId, organizationId, link, ...words }: PromisedMail,
): NewMail[] {
  if (mailer === undefined) return []
  const id = randomUUID()
  return [
    {
      id,
      about,
      mailbox: hashToken(to.trim().toLowerCase()),
      sealed: vault.seal(JSON.stringify(writeMail(about, to, words)), mailContext(id)),
      patienceMs: link ? Math.min(link.lastsMs * PART_OF_LINK, LONGEST_MS) : LONGEST_MS,
      userId,
      organizationId,
      purpose: link?.purpose,
    },
  ]
}
