import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** Which workspace somebody switched to last: until now, that of the session that began last. */
export const lastWorkspace: SchemaMigration = {
  async up(db) {
    await sql.raw(`alter table "users" add column "lastWorkspaceId" text`).execute(db)
    await sql
      .raw(`update "users" set "lastWorkspaceId" = (
        select "workspaceId" from "sessions" where "userId" = "users"."id" order by "createdAt" desc limit 1)`)
      .execute(db)
  },
  async down(db) {
    await sql.raw(`alter table "users" drop column "lastWorkspaceId"`).execute(db)
  },
}
