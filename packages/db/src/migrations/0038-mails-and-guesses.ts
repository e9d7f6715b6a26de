import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

/** The place of a mail among all others: given by the database, as the clocks of processes differ. */
const sequence = (isShared: boolean) =>
  isShared
    ? '"sequence" bigint generated always as identity primary key'
    : '"sequence" integer primary key autoincrement'

const indexes = [
  `index "outgoingMailsByTurn" on "outgoingMails" ("dueAt", "sequence") where "endedAt" is null`,
  `index "outgoingMailsByMailbox" on "outgoingMails" ("mailbox", "sequence") where "endedAt" is null`,
  `index "outgoingMailsByUser" on "outgoingMails" ("userId", "purpose")`,
  `index "outgoingMailsByEnd" on "outgoingMails" ("endedAt") where "endedAt" is not null`,
]

/** Mails that were promised and did not arrive yet, or will not; and how many tries to sign in a line of their log stands for. */
export const mailsAndGuesses: SchemaMigration = {
  async up(db, { rowLevelSecurity, sharedByProcesses }) {
    const run = (text: string) => sql.raw(text).execute(db)
    await run(`create table "outgoingMails" (
      ${sequence(sharedByProcesses)},
      "id" text not null unique,
      "organizationId" text references "organizations" ("id") on delete cascade,
      "userId" text references "users" ("id") on delete cascade,
      "about" text not null, "purpose" text, "mailbox" text not null, "sealed" text,
      "attempts" bigint not null, "fault" text,
      "createdAt" bigint not null, "dueAt" bigint not null, "endsAt" bigint not null, "endedAt" bigint)`)
    for (const index of indexes) await run(`create ${index}`)
    await run(`alter table "loginActivities" add column "tries" bigint not null default 1`)
    if (rowLevelSecurity) await secureTable(db, 'outgoingMails', { organization: 'organizationId' })
  },
  async down(db) {
    await sql`alter table "loginActivities" drop column "tries"`.execute(db)
    await sql`drop table "outgoingMails"`.execute(db)
  },
}
