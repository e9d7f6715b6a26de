import { sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'

/** The node that puts what a document store finds into a better order. */
export const rerankersOfStores: SchemaMigration = {
  async up(db) {
    await sql`alter table "documentStores" add column "rerankerConfig" text`.execute(db)
  },
  async down(db) {
    await sql`alter table "documentStores" drop column "rerankerConfig"`.execute(db)
  },
}
