import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type PinnedChoice,
  readPinnedChoice,
} from '@runnel/contract'
import { ACTIONS } from './mcp-kind.ts'

/** The chosen tools: a list or its JSON text, as flows of the reference hold it too. Of one name the latest choice counts. */
export function readChosenTools(values: JsonObject): PinnedChoice[] {
  const chosen = new Map<string, PinnedChoice>()
  for (const choice of listTexts(values[ACTIONS]).map(readPinnedChoice))
    if (choice.name !== '') chosen.set(choice.name, choice)
  return [...chosen.values()]
}

function listTexts(value: JsonValue | undefined): string[] {
  const list = typeof value === 'string' ? parse(value) : value
  if (Array.isArray(list)) return list.filter((item) => typeof item === 'string')
  // A single choice of an older flow.
  return typeof value === 'string' && value !== '' && !isJsonObject(list) ? [value] : []
}

function parse(text: string): JsonValue {
  try {
    const parsed: JsonValue = JSON.parse(text)
    return parsed
  } catch {
    return null
  }
}

const LONGEST_NAME = 64

/**
 * What a model calls each tool, by its name at the server: names that vendors do not take are made fit, and those that
 * become the same by it are told apart by a number. The same for the same choice, whatever the server lists.
 */
export function nameForModels(chosen: PinnedChoice[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { name } of chosen) {
    const fit = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST_NAME)
    let free = fit
    for (let number = 2; taken.has(free); number += 1)
      free = `${fit.slice(0, LONGEST_NAME - 1 - String(number).length)}_${number}`
    taken.add(free)
    names.set(name, free)
  }
  return names
}
