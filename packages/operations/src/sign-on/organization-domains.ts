import { domainToASCII } from 'node:url'
import type { Principal } from '@runnel/access'
import {
  type AuditAction,
  isoTime,
  isRunnelError,
  MOST_ORGANIZATION_DOMAINS,
  type OrganizationDomain,
  refusalOf,
  tellWhy,
} from '@runnel/contract'
import type { OrganizationDomainRow } from '@runnel/db'
import { createToken } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import { type Person, personOf } from '../people-rights.ts'
import { stillManagesSignOn } from '../still-allowed.ts'
import { DOMAIN } from './provider-settings.ts'

/** Below this name of a domain lies the record that shows whose it is. */
const RECORD_LABEL = '_runnel-challenge'
/** A domain that was proved is looked at again when somebody new comes, this long after the last look, in milliseconds. */
const TRUSTED_MS = 7 * 24 * 60 * 60_000

const recordOf = ({ domain, token }: Pick<OrganizationDomainRow, 'domain' | 'token'>) => ({
  name: `${RECORD_LABEL}.${domain}`,
  text: `runnel-domain-verification=${token}`,
})

function present(row: OrganizationDomainRow): OrganizationDomain {
  const { domain, provedAt, checkedAt } = row
  return {
    domain,
    record: recordOf(row),
    provedDate: provedAt === null ? null : isoTime(provedAt),
    checkedDate: checkedAt === null ? null : isoTime(checkedAt),
  }
}

/** Where strangers make organisations, each has to show which domains are its own. */
const needsProof = (context: Pick<OperationContext, 'settings'>) => featuresOf(context).isOpenToStrangers

/** The domains that the caller's organisation says are its own. */
export async function listOrganizationDomains(context: OperationContext, principal: Principal) {
  const rows = await context.db.organization(personOf(principal).organizationId).domains.listDomains()
  return { isNeeded: needsProof(context), domains: rows.map(present) }
}

/** A domain as it is kept: in lower case, in letters of ASCII. @throws RunnelError `invalid_input` */
function readDomain(given: string): string {
  // Of an address the library would take the host alone.
  const domain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(given) ? domainToASCII(given) : ''
  if (DOMAIN.test(domain)) return domain
  throw refusalOf('invalid_input', tellWhy('mail_domain_odd'), { path: 'domain' })
}

/**
 * Names a domain of the organisation. It counts once its record is found.
 * @throws RunnelError `invalid_input` for what is no domain, `conflict` for one that is named, or too many
 */
export async function addOrganizationDomain(
  { db }: OperationContext,
  principal: Principal,
  given: { domain: string },
): Promise<OrganizationDomain> {
  const person = personOf(principal)
  const { organizationId, userId } = person
  const domain = readDomain(given.domain)
  const store = db.organization(organizationId)
  const known = await store.domains.listDomains()
  if (known.some((each) => each.domain === domain))
    throw refusalOf('conflict', tellWhy('domain_named_already', { domain }), { path: 'domain' })
  if (known.length >= MOST_ORGANIZATION_DOMAINS)
    throw refusalOf('conflict', tellWhy('domains_exceeded', { most: String(MOST_ORGANIZATION_DOMAINS) }))
  await store.write(
    async (writer) => {
      await writer.insertDomain({ domain, token: createToken(), createdBy: userId })
      const act = { action: 'domain.added', subject: subjectOf(domain), after: { isProved: false } } as const
      await writer.audit.append(auditEntry(principal, act))
    },
    stillManagesSignOn({ db }, person),
  )
  return present(await getDomain({ db }, organizationId, domain))
}

const subjectOf = (domain: string) => ({ kind: 'domain', id: null, name: domain })

const notNamed = (domain: string) => refusalOf('not_found', tellWhy('domain_not_named', { domain }))

async function getDomain(
  { db }: Pick<OperationContext, 'db'>,
  organizationId: string,
  domain: string,
): Promise<OrganizationDomainRow> {
  const row = await db.organization(organizationId).domains.findDomain(domain)
  if (!row) throw notNamed(domain)
  return row
}

/**
 * Looks for the record of a domain. One that is found counts; one whose record is gone counts no more.
 * @throws RunnelError `not_found`, `upstream_error` where nobody says what is there: all stays as it is
 */
export async function checkOrganizationDomain(
  context: OperationContext,
  principal: Principal,
  { domain }: { domain: string },
): Promise<OrganizationDomain> {
  const person = personOf(principal)
  const row = await getDomain(context, person.organizationId, domain)
  return present(await look(context, person, row))
}

/** Nobody asked: a domain was looked at again. */
const OURSELVES = { kind: 'operator', id: null, name: null, address: null, agent: null } as const

async function look(
  context: OperationContext,
  person: Person | undefined,
  row: OrganizationDomainRow,
): Promise<OrganizationDomainRow> {
  const { domain, organizationId } = row
  const { name, text } = recordOf(row)
  const isThere = (await context.domainRecords.readTexts(name)).some((each) => each.trim() === text)
  const checkedAt = context.now()
  return context.db.organization(organizationId).write(async (writer) => {
    const before = await writer.noteCheck(row, { isThere, checkedAt })
    // Nobody proves what was taken away while its record was looked for.
    if (!before) throw notNamed(domain)
    const now = { ...before, provedAt: isThere ? (before.provedAt ?? checkedAt) : null, checkedAt }
    const wasProved = before.provedAt !== null
    if (isThere === wasProved) return now
    const action: AuditAction = isThere ? 'domain.proved' : 'domain.lost'
    const told = { before: { isProved: wasProved }, after: { isProved: isThere } }
    const act = { action, subject: subjectOf(domain), ...told }
    await writer.audit.append(person ? auditEntry(person, act) : { ...act, actor: OURSELVES })
    return now
  }, person && stillManagesSignOn(context, person))
}

/** Names a domain no more. @throws RunnelError `not_found`, `conflict` for the last one while the sign-on is asked for */
export async function deleteOrganizationDomain(
  context: OperationContext,
  principal: Principal,
  { domain }: { domain: string },
): Promise<{ message: string }> {
  const person = personOf(principal)
  const { organizationId } = person
  const store = context.db.organization(organizationId)
  const [row, rows, { requiresSignOn }] = await Promise.all([
    getDomain(context, organizationId, domain),
    store.domains.listDomains(),
    store.read.get(),
  ])
  const isLast = rows.every((each) => each.provedAt === null || each.domain === domain)
  if (needsProof(context) && requiresSignOn && row.provedAt !== null && isLast)
    throw refusalOf('conflict', tellWhy('last_domain_of_sign_on'))
  await store.write(
    async (writer) => {
      const gone = await writer.deleteDomain(domain)
      if (!gone) throw notNamed(domain)
      const before = { isProved: gone.provedAt !== null }
      const act = { action: 'domain.removed', subject: subjectOf(domain), before } as const
      await writer.audit.append(auditEntry(person, act))
    },
    stillManagesSignOn(context, person),
  )
  return { message: 'success' }
}

/** The domain of an address. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/**
 * Of which addresses the providers of an organisation may bring people. Domains that were looked at long ago are looked at
 * again; where nobody says what is there, what was proved counts on.
 */
export async function readOwnDomains(
  context: OperationContext,
  organizationId: string,
): Promise<(email: string) => boolean> {
  if (!needsProof(context)) return () => true
  const rows = await context.db.organization(organizationId).domains.listDomains()
  const proved = rows.filter(({ provedAt }) => provedAt !== null)
  const looked = await Promise.all(proved.map((row) => lookAgain(context, row)))
  const domains = new Set(looked.flatMap(({ domain, provedAt }) => (provedAt === null ? [] : [domain])))
  return (email) => domains.has(domainOf(email).toLowerCase())
}

async function lookAgain(
  context: OperationContext,
  row: OrganizationDomainRow,
): Promise<OrganizationDomainRow> {
  // A look of a time far ahead was written by a wrong clock, and proves nothing for so long.
  if (Math.abs(context.now() - (row.checkedAt ?? 0)) < TRUSTED_MS) return row
  try {
    return await look(context, undefined, row)
  } catch (error) {
    if (isRunnelError(error) && error.code === 'not_found') return { ...row, provedAt: null }
    if (!isRunnelError(error) || error.code !== 'upstream_error') throw error
    context.log.warn({ err: error, domain: row.domain }, 'A proved domain could not be looked at again')
    return row
  }
}

/** An organisation asks only its own people for its own sign-on. @throws RunnelError `conflict` */
export async function assertOwnPeople(context: OperationContext, organizationId: string): Promise<void> {
  if (!needsProof(context)) return
  const rows = await context.db.organization(organizationId).domains.listDomains()
  if (rows.every(({ provedAt }) => provedAt === null))
    throw refusalOf('conflict', tellWhy('sign_on_needs_domain'))
}
