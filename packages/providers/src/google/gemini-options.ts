import type { JSONObject } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject } from '@runnel/contract'
import { readNumber, readText } from '@runnel/node-kit'
import type { VendorRules } from '../ai-sdk/vendor-rules.ts'

/** What Gemini takes and refuses, wherever it runs. */
export const GEMINI_RULES = {
  returnsFiles: true,
  lateSystem: 'hoist',
  beginsWithUser: true,
  joinsRoles: true,
  sendsNames: false,
  structure: 'schema',
  outOfQuota: ['billing', 'quota exceeded for quota metric'],
} satisfies Partial<VendorRules>

/** Media types that Gemini takes. */
export const GEMINI_MEDIA = ['image/*', 'application/pdf', 'audio/*', 'video/*', 'text/*']

/** Recordings that Gemini takes, as chats let people choose them. */
export const GEMINI_SOUNDS = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac']

/** A node's values as Gemini's own options: how much the model thinks, and what it may not say. */
export function readGeminiOptions(values: JsonObject): JSONObject {
  const budget = readNumber(values, 'thinkingBudget')
  const level = readText(values, 'thinkingLevel').toLowerCase()
  const thinks = budget !== undefined || level !== ''
  const safetySettings = readSafety(values)
  return {
    ...(thinks
      ? {
          thinkingConfig: {
            includeThoughts: budget !== 0,
            ...(budget === undefined ? {} : { thinkingBudget: budget }),
            ...(level === '' ? {} : { thinkingLevel: level }),
          },
        }
      : {}),
    ...(safetySettings.length === 0 ? {} : { safetySettings }),
  }
}

function readSafety({ safetySettings }: JsonObject): JSONObject[] {
  if (!Array.isArray(safetySettings)) return []
  return safetySettings.filter(isJsonObject).flatMap((row) => {
    const category = readText(row, 'harmCategory')
    const threshold = readText(row, 'harmBlockThreshold')
    return category === '' || threshold === '' ? [] : [{ category, threshold }]
  })
}
