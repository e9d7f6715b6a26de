import { createHmac } from 'node:crypto'
import { type AuditEntryRow, CHAINED_AT_ONCE } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/** Entries that are read at once. */
const PART = 500

type Keys = Pick<OperationContext, 'db' | 'sessionKey'>

/**
 * The hash of an entry at its place: of all that stands in it and the hash before, by a key that does not lie in the
 * database. Who can write to the database only cannot make a chain that fits.
 */
function hashEntry(key: Buffer, entry: AuditEntryRow): string {
  const { hash: _own, ...rest } = entry
  const facts = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', key).update(JSON.stringify(facts)).digest('hex')
}

const chainKey = ({ sessionKey }: Keys): Buffer =>
  createHmac('sha256', sessionKey).update('audit-chain').digest()

/** Puts all entries that wait for it into the chain of their organisation; gives how many. */
export async function chainAudit(context: Keys): Promise<number> {
  const key = chainKey(context)
  let all = 0
  for (;;) {
    const some = await context.db.system.audit.chain((entry) => hashEntry(key, entry))
    all += some
    // Fewer are all that waited: what comes meanwhile is for the next time, or a busy log would never end this one.
    if (some < CHAINED_AT_ONCE) return all
  }
}

/** What a look at a chain found. */
export interface ChainCheck {
  organizationId: string
  /** Entries that fit, from the first on. */
  entries: number
  /** Hash of the last one that fits. To keep elsewhere: what is cut off the end shows only beside it. */
  head: string
  /** What is wrong with the first entry that does not fit. */
  fault?: string
}

/** Goes through the audit log of every organisation and tells whether an entry was changed, added or taken away. */
export async function verifyAudit(context: Keys): Promise<ChainCheck[]> {
  await chainAudit(context)
  const checks: ChainCheck[] = []
  for (const organizationId of await context.db.system.audit.chains())
    checks.push(await verifyChain(context, organizationId))
  return checks
}

async function verifyChain(context: Keys, organizationId: string): Promise<ChainCheck> {
  const { audit } = context.db.system
  const key = chainKey(context)
  const check: ChainCheck = { organizationId, entries: 0, head: '' }
  for (;;) {
    const part = await audit.chained(organizationId, check.entries, PART)
    for (const entry of part) {
      const fault = faultOf(entry, check, hashEntry(key, entry))
      if (fault !== undefined) return { ...check, fault }
      check.entries += 1
      check.head = entry.hash ?? ''
    }
    if (part.length > 0) continue
    const end = await checkEnd(context, check)
    if (end !== 'goes on') return end
  }
}

/** What is cut off the end shows by the head, which counts it. A server that goes on meanwhile chains what is there to be read. */
async function checkEnd({ db }: Keys, check: ChainCheck): Promise<ChainCheck | 'goes on'> {
  const { audit } = db.system
  const { organizationId, entries } = check
  const head = await audit.head(organizationId)
  if (head === `${entries}:${check.head}`) return check
  const more = await audit.chained(organizationId, entries, 1)
  return more.length > 0 ? 'goes on' : { ...check, fault: 'Entries are missing at the end.' }
}

function faultOf(entry: AuditEntryRow, { entries, head }: ChainCheck, hash: string): string | undefined {
  if (entry.sequence !== entries + 1)
    return `Entry ${entries + 1} is missing: the next one is ${entry.sequence}.`
  if (entry.previousHash !== head) return `Entry ${entry.sequence} does not follow the one before it.`
  return entry.hash === hash ? undefined : `Entry ${entry.sequence} was changed.`
}
