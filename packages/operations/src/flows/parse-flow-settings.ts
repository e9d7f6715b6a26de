import { isJsonObject } from '@runnel/contract'

/** The chat settings of a flow as an object; a broken text counts as empty. */
export function parseFlowSettings(text: string | null): Record<string, unknown> {
  if (text === null || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
