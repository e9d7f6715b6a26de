import { createContext } from 'react'
import type { Player } from './player.ts'

/** How answers are read out in a conversation. */
export interface Listening {
  player: Player
  /** Reads an answer out. */
  listen(entry: { id: string; text: string }): void
}

/** Undefined where the flow reads nothing out. */
export const ListeningContext = createContext<Listening | undefined>(undefined)
