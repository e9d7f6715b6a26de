import { type CustomTool, isoTime } from '@runnel/contract'
import type { CustomToolRow } from '@runnel/db'

/** A custom tool on the wire. */
export function presentCustomTool({ createdAt, updatedAt, ...row }: CustomToolRow): CustomTool {
  return { ...row, createdDate: isoTime(createdAt), updatedDate: isoTime(updatedAt) }
}
