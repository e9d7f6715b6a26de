import { emailSchema, shownName } from '@runnel/contract'
import type { ScimAccount, ScimUserRecord } from '@runnel/db'
import { readEmails, readNeededText, readObject, readText, readTruth } from './read-values.ts'
import { scimFault } from './scim-fault.ts'

/** What the provider sends of a person (RFC 7643, 4.1); what is not kept here is read over. @throws RunnelError `invalid_input` */
export function readUserRecord(body: unknown): ScimUserRecord {
  const given = readObject('The person', body)
  const name = given.name == null ? {} : readObject('name', given.name)
  return {
    userName: readNeededText('userName', given.username),
    externalId: readText('externalId', given.externalid),
    displayName: readText('displayName', given.displayname),
    formattedName: readText('name.formatted', name.formatted),
    givenName: readText('name.givenName', name.givenname),
    familyName: readText('name.familyName', name.familyname),
    title: readText('title', given.title),
    emails: readEmails(given.emails),
    isActive: given.active == null ? true : readTruth('active', given.active),
  }
}

const LONGEST_NAME = 100

/** The address of the account: the first of these that is one. */
function addressOf({ emails, userName }: ScimUserRecord): string {
  const ordered = emails.toSorted(
    (one, other) => Number(other.primary === true) - Number(one.primary === true),
  )
  const [chosen = userName] = ordered.map(({ value }) => value)
  const email = emailSchema.safeParse(chosen.toLowerCase())
  if (email.success) return email.data
  throw scimFault('invalidValue', 'A person needs an e-mail address: in emails, or as userName.')
}

/** The account that the provider's word stands for. @throws RunnelError `invalid_input`, `invalidValue` */
export function toAccount(record: ScimUserRecord, isOwn: (email: string) => boolean): ScimAccount {
  const { displayName, formattedName, givenName, familyName } = record
  const parts = [givenName, familyName].filter((part) => part !== null).join(' ')
  const email = addressOf(record)
  const name = displayName ?? formattedName ?? (parts || email.slice(0, email.indexOf('@')))
  return { email, name: shownName(name).slice(0, LONGEST_NAME) || email, isOwnDomain: isOwn(email) }
}
