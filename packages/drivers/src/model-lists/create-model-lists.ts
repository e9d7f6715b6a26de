import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@runnel/contract'
import {
  type ListedModel,
  type ListedModels,
  type ModelsByNode,
  parseModelLists,
} from './parse-model-lists.ts'

const LONGEST_WAIT_MS = 300

/** The models that the operator lists, as they were last read whole. */
export interface ModelLists {
  /** Those of a type of node, looked up anew where it is time; undefined where the operator lists none for it. */
  find(nodeType: string): Promise<ListedModels | undefined>
  /** One of them as it is known now, without waiting; a look is begun where it is time. */
  findModel(nodeType: string, name: string): ListedModel | undefined
}

/** Where lists are read, and how. */
export interface ModelListsOptions {
  /** A path, or an address of the web; undefined lists nothing. */
  source: string | undefined
  /** Reads the text at a path or an address. */
  read(source: string): Promise<string>
  /** Milliseconds since 1970. */
  now(): number
  /** How long what was read counts, in milliseconds. */
  freshMs: number
  /** Told once of each fault, and again when it is mended. */
  report(event: { source: string; fault: string } | { source: string; models: number }): void
}

/** Lists that are read again from time to time; one that cannot be read leaves what was read before. */
export function createModelLists({ source, read, now, freshMs, report }: ModelListsOptions): ModelLists {
  let known: ModelsByNode = new Map()
  let text: string | undefined
  let fault: string | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  function tell(found: string | undefined, from: string): void {
    if (found === fault) return
    fault = found
    if (found !== undefined) report({ source: from, fault: found })
    else report({ source: from, models: [...known.values()].flatMap(({ models }) => models).length })
  }

  async function look(from: string): Promise<void> {
    try {
      const now = await read(from)
      if (now !== text) {
        known = parseModelLists(now)
        text = now
      }
      tell(undefined, from)
    } catch (error) {
      tell(errorMessage(error), from)
    }
  }

  async function lookIfTime(): Promise<void> {
    if (source === undefined) return
    if (looking === undefined && now() - lookedAt >= freshMs) {
      lookedAt = now()
      looking = look(source).finally(() => {
        looking = undefined
      })
    }
    await looking
  }

  return {
    async find(nodeType) {
      const looked = lookIfTime()
      // Once something was read, nobody waits for long for a source that is slow.
      if (text === undefined) await looked
      else await Promise.race([looked, sleep(LONGEST_WAIT_MS, undefined, { ref: false })])
      return known.get(nodeType)
    },
    findModel(nodeType, name) {
      void lookIfTime()
      return known.get(nodeType)?.models.find((model) => model.name === name)
    },
  }
}
