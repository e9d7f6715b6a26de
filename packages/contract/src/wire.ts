/**
 * The door for programs without zod (the embed widget): names and types of the stream, nothing to parse with.
 */

export type { JsonObject, JsonValue } from './json.ts'
export type { ExecutedNode, RunEvent, RunStatus, Usage, UsedTool } from './run-event.ts'
