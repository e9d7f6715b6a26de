import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@runnel/contract'
import type { RunBus } from '@runnel/drivers'

/** Tells the other web processes what one of them counted, and hears what they counted. */
export interface CountSharing {
  /** Hears the words of others under a name; gives what tells them one's own. Nothing is waited for. */
  open(name: string, hear: (word: JsonValue) => void): (word: JsonValue) => void
}

/** The topic under which the words of a limit go; no run has it, because ids of runs are UUIDs. */
export const limitTopic = (name: string): string => `limit ${name}`

/** Shares by the bus: a word that gets lost is a count that one process has alone. */
export function shareCounts(bus: Pick<RunBus, 'publish' | 'subscribe'>): CountSharing {
  const from = randomUUID()
  const nothing = () => undefined
  return {
    open(name, hear) {
      const topic = limitTopic(name)
      bus.subscribe(
        topic,
        (message) => {
          if (Array.isArray(message) && message[0] !== from && message[1] !== undefined) hear(message[1])
        },
        nothing,
      )
      return (word) => bus.publish(topic, [from, word])
    },
  }
}
