import type { ColumnType, Generated } from 'kysely'
import type { TokenPurpose } from '../system/account-tables.ts'

/** A mail that was promised: it waits to be sent, or ended unsent. One that was sent has no row. */
export interface OutgoingMailTable {
  /** Its place: mails to one mailbox go out in this order. */
  sequence: Generated<number>
  id: string
  /** In whose name it goes out; null for what concerns an account alone. Within an organisation the layer sets it. */
  organizationId: ColumnType<string | null, string | null | undefined, never>
  userId: string | null
  about: string
  /** What its link is for, where it has one of `userId`: the mail ends with the link. */
  purpose: TokenPurpose | null
  /** A hash of the address. */
  mailbox: string
  /** The mail, sealed by the product's key; null once it ended. */
  sealed: string | null
  attempts: number
  /** Why the last try failed, in words of the server of mail. */
  fault: string | null
  createdAt: number
  /** The next try, or, while somebody tries, when another one may: by the clock of the database. */
  dueAt: number
  /** After that it is tried no more. */
  endsAt: number
  endedAt: number | null
}
