import type { Kysely } from 'kysely'

/** The tables by name: they are those of a workspace, or of all. */
type VectorTables = Kysely<Record<'vectorParts' | 'vectorTerms', { collectionId: string; part: number }>>

/**
 * Takes one part of what makes a collection that goes quick to search: with its terms it is some megabytes. False when none
 * is left.
 */
export async function erasePart<Schema>(db: Kysely<Schema>, collectionId: string): Promise<boolean> {
  const tables = db as unknown as VectorTables
  const found = await tables
    .selectFrom('vectorParts')
    .select('part')
    .where('collectionId', '=', collectionId)
    .limit(1)
    .executeTakeFirst()
  if (!found) return false
  for (const table of ['vectorTerms', 'vectorParts'] as const)
    await tables
      .deleteFrom(table)
      .where('collectionId', '=', collectionId)
      .where('part', '=', found.part)
      .execute()
  return true
}
