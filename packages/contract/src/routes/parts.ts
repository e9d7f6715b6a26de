import { z } from 'zod'
import { flowTypeSchema } from '../flow-document.ts'
import { readTime } from '../time.ts'

/** An id: any UUID, written in any letter case and read in lower case, as ids are kept. */
export const idSchema = z.uuid({ message: 'must be a UUID' }).toLowerCase()

/** An id by which a list is filtered: what is none finds nothing. */
export const idFilter = z.string().max(60).toLowerCase().optional()

/** `{id}` of a path. */
export const idParams = z.strictObject({ id: idSchema })

/** Times on the wire are ISO 8601 in UTC. */
export const dateSchema = z.iso.datetime()

/** A time, or a day, as a caller filters by it; an empty one filters by nothing. */
export const timeFilter = z
  .string()
  .max(40)
  .refine(
    (text) => text === '' || !Number.isNaN(readTime(text)),
    'must be a time such as 2026-01-31T00:00:00Z',
  )
  .optional()

/** Paging of every list: without `page` and `limit` a bare array (at most 200), with both `{data, total}`. */
export const pagingQuery = {
  page: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
}

/** Order and search of a list of named things. Names sort upward and times downward where no direction is asked for. */
export const orderQuery = {
  search: z.string().max(200).optional(),
  sort: z.enum(['updatedDate', 'createdDate', 'name']).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
}

/**
 * The flows that use a thing, as they are saved or published: those that changed last and that the caller may see, at most
 * 20, and how many they are in all.
 */
export const usedBySchema = z.object({
  flows: z.array(z.object({ id: idSchema, name: z.string(), type: flowTypeSchema })),
  total: z.number(),
})
export type ShownUsage = z.infer<typeof usedBySchema>

/** Of a list of things that flows use: `view=full` tells of each which flows do, `usage` leaves out what some or none do. */
export const usageQuery = {
  view: z.enum(['summary', 'full']).optional(),
  usage: z.enum(['used', 'unused']).optional(),
}

/** A list answer: bare, or paged. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.union([z.array(row), z.object({ data: z.array(row), total: z.number() })])

/** What a deletion answers. */
export const deletionSchema = z.object({ raw: z.array(z.unknown()), affected: z.number() })
export type Deletion = z.infer<typeof deletionSchema>

/**
 * Who acts, as other clients write it into a body. It has no effect, since that is known; somebody else is refused.
 */
export const actorSchema = idSchema.nullish()

/** A field that our own GET gave and a client may send back: accepted when unchanged, without effect. */
export const echoed = z.unknown().optional()

/** On the wire: that another workspace shares a row, and its name, which people are told and keys are not. Absent on what is the workspace's own. */
export const sharedMark = { shared: z.literal(true).optional(), sharedFrom: z.string().optional() }
/** That another workspace shares a row. */
export interface SharedMark {
  shared?: true | undefined
  sharedFrom?: string | undefined
}
