/**
 * The door for programs without zod (the embed widget): names and types of the stream, no schema to parse with.
 */

export type { EventPosition } from './event-position.ts'
export { compareEventPositions, formatEventPosition, parseEventPosition } from './event-position.ts'
export type { JsonObject, JsonValue } from './json-value.ts'
export type {
  ExecutedNode,
  LoggedEvent,
  RunEvent,
  RunStatus,
  StepStatus,
  Usage,
  UsedTool,
} from './run-event.ts'
