import { isJsonObject, type JsonObject } from '@runnel/contract'

/** The settings of a flow's chat; a text that is broken counts as empty. */
export function readChatSettings(text: string | undefined): JsonObject {
  try {
    const settings: unknown = JSON.parse(text ?? '{}')
    return isJsonObject(settings) ? settings : {}
  } catch {
    return {}
  }
}
