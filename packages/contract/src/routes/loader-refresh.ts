import { z } from 'zod'
import { dateSchema, idSchema } from './parts.ts'

const timeZone = z.string().min(1).max(100)

/**
 * How often a loader is read again: every so many hours; every so many days at a time of day; or by a cron expression of
 * five fields. Times are those of a time zone (`Europe/Berlin`).
 */
export const refreshSettingSchema = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('hours'), count: z.number().int().min(1).max(168) }),
  z.strictObject({
    every: z.literal('days'),
    count: z.number().int().min(1).max(90),
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write it as 06:30.'),
    timeZone,
  }),
  z.strictObject({ every: z.literal('cron'), cron: z.string().trim().min(9).max(100), timeZone }),
])
export type RefreshSetting = z.infer<typeof refreshSettingSchema>

/** What came of reading a loader again. Chunks count as added or removed by their text and metadata. */
export const refreshOutcomeSchema = z.object({
  outcome: z.enum(['changed', 'unchanged', 'failed']),
  added: z.number(),
  removed: z.number(),
  /** Pages that were asked for, and those of them of which the server said that they had not changed. */
  pagesAsked: z.number(),
  pagesUnchanged: z.number(),
})
export type RefreshOutcome = z.infer<typeof refreshOutcomeSchema>

/** When a loader is read again by itself, and what came of it last. */
export const loaderRefreshSchema = z.object({
  /** Null: only when somebody asks. */
  setting: refreshSettingSchema.nullable(),
  /** Somebody paused it. */
  paused: z.boolean(),
  /** Null while it is paused, and after too many failures. */
  nextAt: dateSchema.nullable(),
  /** How often in a row it failed: the more often, the longer until the next try. */
  failures: z.number(),
  last: refreshOutcomeSchema
    .extend({ at: dateSchema, runId: idSchema, message: z.string().nullable() })
    .nullable(),
})
export type LoaderRefresh = z.infer<typeof loaderRefreshSchema>

/** In the history of a store: what came of which loader when it was read again. */
export const refreshNoteSchema = refreshOutcomeSchema.extend({
  loaderId: idSchema,
  loaderName: z.string(),
})
export type RefreshNote = z.infer<typeof refreshNoteSchema>
