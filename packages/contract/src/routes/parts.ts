import { z } from 'zod'

/** An id in a path: any UUID, in any letter case. */
export const idSchema = z.uuid({ message: 'must be a UUID' })

/** `{id}` of a path. */
export const idParams = z.strictObject({ id: idSchema })

/** Times on the wire are ISO 8601 in UTC. */
export const dateSchema = z.iso.datetime()

/** Paging of every list: without `page` and `limit` a bare array (at most 200), with both `{data, total}`. */
export const pagingQuery = {
  page: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
}

/** A list answer: bare, or paged. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.union([z.array(row), z.object({ data: z.array(row), total: z.number() })])

/** What a deletion answers. */
export const deletionSchema = z.object({ raw: z.array(z.unknown()), affected: z.number() })
export type Deletion = z.infer<typeof deletionSchema>

/** A field that our own GET gave and a client may send back: accepted when unchanged, without effect. */
export const echoed = z.unknown().optional()
