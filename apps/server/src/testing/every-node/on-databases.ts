import { campaignShare } from '@runnel/contract/testing'
import { type DatabaseKind, databaseKinds } from '@runnel/db/testing'
import { describe } from 'vitest'

/** One in so many is tried on PostgreSQL too, unless the campaign is long. */
const SHARE = 12

/** Runs the cases on SQLite, and a share of them on PostgreSQL; `subject` says which. */
export function onDatabases<Case>(
  { title, cases, subject }: { title: string; cases: readonly Case[]; subject: number },
  body: (kind: DatabaseKind, cases: Case[]) => void,
): void {
  describe.each(databaseKinds)(`${title}, on %s`, (kind) => {
    body(kind, kind === 'sqlite' ? [...cases] : campaignShare(cases, { subject, of: SHARE }))
  })
}
