/**
 * The door for programs without zod (the embed widget): names and types of the stream, no schema to parse with.
 */

export type { EventPosition } from './event-position.ts'
export { compareEventPositions } from './event-position.ts'
export { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'
export type {
  LoggedEvent,
  Question,
  RunEvent,
  RunStatus,
  StepStatus,
  Usage,
  UsedTool,
  WorkProgress,
} from './run-event.ts'
