import { createStore, type StoreApi } from 'zustand/vanilla'
import { readSpeech, type SpeechApi, type WantedSpeech } from './read-speech.ts'
import { SpeechFault } from './speech-fault.ts'

/** Which answer is read out, and how far that is; `failure` tells why the last one was not. */
export interface PlayerState {
  entryId?: string
  phase: 'off' | 'loading' | 'playing'
  failure?: { entryId: string; error: unknown }
}

/** Reads answers out, one at a time. */
export interface Player {
  store: StoreApi<PlayerState>
  play(wanted: WantedSpeech): Promise<void>
  stop(): void
}

/** Makes the player of a conversation. */
export function createPlayer(api: SpeechApi): Player {
  const store = createStore<PlayerState>(() => ({ phase: 'off' }))
  let own: AbortController | undefined
  const stop = () => {
    own?.abort()
    own = undefined
    store.setState({ phase: 'off' }, true)
  }
  return {
    store,
    stop,
    async play(wanted) {
      stop()
      const call = new AbortController()
      own = call
      const entryId = wanted.chatMessageId
      store.setState({ entryId, phase: 'loading' }, true)
      try {
        const sound = await readSpeech(api, wanted, call.signal)
        if (call.signal.aborted) return
        store.setState({ entryId, phase: 'playing' }, true)
        await playToEnd(sound, call.signal)
        if (!call.signal.aborted) stop()
      } catch (error) {
        if (call.signal.aborted) return
        stop()
        store.setState({ phase: 'off', failure: { entryId, error } }, true)
      }
    },
  }
}

/** Plays a sound; resolves at its end, or when it is stopped. */
async function playToEnd(sound: Blob, signal: AbortSignal): Promise<void> {
  const address = URL.createObjectURL(sound)
  const audio = new Audio(address)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  audio.addEventListener('ended', () => resolve())
  audio.addEventListener('error', () => reject(new SpeechFault('unplayable')))
  signal.addEventListener('abort', () => resolve(), { once: true })
  try {
    await audio.play()
    await promise
  } finally {
    audio.pause()
    URL.revokeObjectURL(address)
  }
}
