import type { AuditAction } from '@runnel/contract'
import type { NewAuditEntry } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage, MailSubject } from '../mails/mail-texts.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import type { OwnAccount } from './own-account.ts'
import type { ProvedOwner } from './prove-owner.ts'

/** What a change of an account asks for, which sign-ins it ends, and which mail tells its owner of it. */
interface AccountAct {
  /**
   * - `proof`: the owner's password and second factor once more
   * - `begun`: what an act with a proof began in the same sign-in
   * - `sign-in`: nothing beside the owner's sign-in, as it opens nothing
   * - `others`: no sign-in of the owner: a link, or who governs the account
   */
  by: 'proof' | 'begun' | 'sign-in' | 'others'
  /** `others if first`: all others when it is the first second factor. `named`: those that the call is about. */
  ends?: 'all' | 'others' | 'others if first' | 'of its provider' | 'named' | 'none'
  mail?: MailSubject
}

/** Of these, and of what is theirs, people sign in. */
type OfAccounts = 'account' | 'email' | 'email-change' | 'identity' | 'name' | 'passkey' | 'password'
type OfSignIns = 'password-reset' | 'recovery-codes' | 'second-factor' | 'session'
type AccountAction = Extract<AuditAction, `${OfAccounts | OfSignIns}.${string}`>

/** All changes of accounts. One that is new stops the compiler here until it is said what it asks for. */
export const accountActs = {
  'account.deleted': { by: 'proof', ends: 'all' },
  'email-change.requested': { by: 'proof', ends: 'none', mail: 'emailChangeAsked' },
  'email-change.withdrawn': { by: 'sign-in', ends: 'none' },
  'email.changed': { by: 'proof', ends: 'others' },
  'email.verified': { by: 'others' },
  'identity.linked': { by: 'begun', ends: 'others', mail: 'identityLinked' },
  'identity.unlinked': { by: 'proof', ends: 'of its provider', mail: 'identityUnlinked' },
  'name.changed': { by: 'sign-in', ends: 'none' },
  'passkey.added': { by: 'begun', ends: 'others if first', mail: 'passkeyAdded' },
  'passkey.removed': { by: 'proof', ends: 'none', mail: 'passkeyRemoved' },
  'passkey.renamed': { by: 'sign-in', ends: 'none' },
  'password-reset.requested': { by: 'others' },
  'password.changed': { by: 'proof', ends: 'others', mail: 'passwordChanged' },
  'password.reset': { by: 'others' },
  'recovery-codes.replaced': { by: 'proof', ends: 'none', mail: 'recoveryCodesReplaced' },
  'second-factor.off': { by: 'proof', ends: 'none', mail: 'secondFactorOff' },
  'second-factor.on': { by: 'begun', ends: 'others', mail: 'secondFactorOn' },
  'second-factor.reset': { by: 'others' },
  'session.ended': { by: 'sign-in', ends: 'named' },
} as const satisfies Record<AccountAction, AccountAct>

type Acts = typeof accountActs

/** A change that the owner of an account makes, signed in. */
type OwnAction = { [A in AccountAction]: Acts[A]['by'] extends 'others' ? never : A }[AccountAction]

type EndOf<A extends OwnAction> = Acts[A] extends { ends: infer E } ? E : never

/** Who may do an act: what only a proof may do asks for its outcome. */
type OwnerOf<A extends OwnAction> = Acts[A]['by'] extends 'proof' ? ProvedOwner : OwnAccount

/** What an act hands to who stores it. */
interface Terms<A extends OwnAction> {
  /** The entry of the audit log, with the mail that tells of the act; both are kept in its transaction. */
  entry(told?: Pick<NewAuditEntry, 'before' | 'after'>): NewAuditEntry
  /** The sign-in that goes on where others end. */
  except: EndOf<A> extends 'others' | 'others if first' ? string : undefined
  /** The sign-in that asks: it may have ended since, and then nothing is changed. */
  signInId: string
}

interface Wording {
  language: MailLanguage
  values?: Readonly<Record<string, string>>
}

type Change<A extends OwnAction> = {
  by: OwnerOf<A>
  action: A
  /** The account itself, unless something of it. */
  subject?: NewAuditEntry['subject']
} & (Acts[A] extends { mail: MailSubject } ? { mail: Wording } : { mail?: never })

/**
 * The one door of the changes of an own account: gives the entry of the audit log, with the mail that tells the owner, and
 * the sign-in that goes on, as the table says. `apply` stores the change, or throws; it gives false where nothing was left to change.
 */
export async function changeAccount<A extends OwnAction, T>(
  context: OperationContext,
  { by, action, subject, mail }: Change<A>,
  apply: (terms: Terms<A>) => Promise<T>,
): Promise<T> {
  const principal = principalOf(by)
  const { userId, signInId, email } = principal
  const { ends, mail: about }: AccountAct = accountActs[action]
  const what = subject ?? { kind: 'user', id: userId, name: email ?? null }
  const tell = () =>
    about === undefined || mail === undefined || email === undefined
      ? []
      : promiseMail(context, { about, to: email, ...(mail as Wording) })
  const outcome = await apply({
    entry: (told = {}) => ({ ...auditEntry(principal, { action, subject: what, ...told }), mails: tell() }),
    except: (ends?.startsWith('others') ? signInId : undefined) as Terms<A>['except'],
    signInId,
  })
  context.outbox.wake()
  return outcome
}

const principalOf = (owner: ProvedOwner | OwnAccount): OwnAccount =>
  'principal' in owner ? owner.principal : owner
